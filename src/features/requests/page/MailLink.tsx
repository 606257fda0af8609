import { Button } from '#ui/Button.tsx';
import { useAttempt } from '#ui/hooks/use-attempt.ts';
import { mailLink, replaceLink } from './mail-link.store.ts';

/** Emails the link of this page to its client, or replaces it. */
export function MailLink({ token }: { token: string }) {
  const { busy, attempt } = useAttempt(console.error);
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        busy={busy}
        onClick={() => void attempt(() => mailLink(token))}
      >
        Email Me This Link
      </Button>
      <Button
        variant="secondary"
        size="sm"
        disabled={busy}
        onClick={() => void attempt(() => replaceLink(token))}
      >
        Replace Link
      </Button>
    </>
  );
}
