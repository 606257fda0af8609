import { useState } from 'react';
import { readLinkHash } from '#config/link-hash.ts';
import { paths } from '#config/paths.ts';
import { unsubscribe } from '#features/notifications/unsubscribe.api.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { withBoundary } from '#ui/ErrorBoundary.tsx';
import { useAction } from '#ui/hooks/use-action.ts';
import { useHash } from '#ui/hooks/use-hash.ts';
import { ShellSkeleton } from '#ui/skeletons.tsx';

const FAILED = 'That didn’t work. Try again.';

/** Ends mails by a press; opening the page changes nothing. Every token gets the same answer. */
function Unsubscribe() {
  const hash = useHash();
  const token = hash === null ? null : readLinkHash(hash).token;
  const [done, setDone] = useState(false);
  const { busy, run } = useAction(async () => {
    await unsubscribe(token ?? '');
    setDone(true);
  }, FAILED);
  if (token === null) return <ShellSkeleton />;
  if (done) {
    return (
      <p role="status" className="max-w-xl text-lg">
        Done: you’ll get no more emails like that one.
      </p>
    );
  }
  if (token === '') {
    return (
      <div className="flex max-w-xl flex-col items-start gap-6">
        <p role="status" className="text-lg">
          This link isn’t complete. Open it from your email again, or choose your emails in your
          settings.
        </p>
        <div className="flex flex-wrap gap-3">
          <a href={paths.auth} className={buttonClass()}>
            Log In
          </a>
          <a href={paths.request} className={buttonClass('secondary')}>
            Get a New Link
          </a>
        </div>
      </div>
    );
  }
  return (
    <div className="flex max-w-xl flex-col items-start gap-6">
      <p className="text-lg">
        Stop emails like the one you came from? Those about your requests and account still come.
      </p>
      <Button busy={busy} onClick={() => void run()}>
        Stop These Emails
      </Button>
    </div>
  );
}

export default withBoundary(Unsubscribe);
