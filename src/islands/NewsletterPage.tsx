import { useState } from 'react';
import { linkParams, linkSecret } from '#config/link-hash.ts';
import { toAppError } from '#data/app-error.ts';
import { NewsletterForm } from '#features/newsletter/NewsletterForm.tsx';
import { confirmNewsletter } from '#features/newsletter/newsletter.api.ts';
import { MESSAGES } from '#lib/errors.ts';
import { TOASTS } from '#lib/toasts.ts';
import { Button } from '#ui/Button.tsx';
import { withBoundary } from '#ui/ErrorBoundary.tsx';
import { useAttempt } from '#ui/hooks/use-attempt.ts';
import { useHash } from '#ui/hooks/use-hash.ts';
import { toast } from '#ui/overlays/toast.ts';
import { ShellSkeleton } from '#ui/skeletons.tsx';

/** Where the link of a mail confirms, and where anybody else subscribes. */
function NewsletterPage() {
  const hash = useHash();
  if (hash === null) return <ShellSkeleton />;
  const token = linkSecret(linkParams(hash).get('confirm') ?? '');
  if (token) return <Confirm key={token} token={token} />;
  return <NewsletterForm />;
}

/** Asks for a press: opening the page changes nothing. */
function Confirm({ token }: { token: string }) {
  const [state, setState] = useState<'asking' | 'done' | 'refused'>('asking');
  const { busy, attempt } = useAttempt((error) => {
    if (toAppError(error).code === 'newsletter_refused') return setState('refused');
    console.error(error);
    void toast.error(TOASTS.subscribeFailed);
  });
  const confirm = () =>
    attempt(async () => {
      await confirmNewsletter(token);
      setState('done');
    });
  if (state === 'done') {
    return (
      <p role="status" className="text-lg">
        Thank you. You’ll get the next newsletter.
      </p>
    );
  }
  if (state === 'refused') {
    return (
      <div className="flex flex-col gap-6">
        <p role="status" className="text-lg">
          {MESSAGES.newsletter_refused}
        </p>
        <NewsletterForm />
      </div>
    );
  }
  return (
    <div className="flex flex-col items-start gap-6">
      <Button size="lg" busy={busy} onClick={() => void confirm()}>
        Confirm Subscription
      </Button>
    </div>
  );
}

export default withBoundary(NewsletterPage);
