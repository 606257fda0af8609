import { Button } from '#ui/Button.tsx';
import { useAttempt } from '#ui/use-attempt.ts';
import { mailLink } from './mail-link.ts';

/** Mails the link of this page to whoever asked. */
export function MailLink({ token }: { token: string }) {
  const { busy, attempt } = useAttempt(console.error);
  return (
    <Button
      variant="secondary"
      size="sm"
      busy={busy}
      onClick={() => void attempt(() => mailLink(token))}
    >
      Mail Me This Link
    </Button>
  );
}
