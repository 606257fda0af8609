import { useState } from 'react';
import { unsubscribe } from '#data/unsubscribe.ts';
import { Button } from '#ui/Button.tsx';
import { ShellSkeleton } from '#ui/dashboard/states.tsx';
import { withBoundary } from '#ui/ErrorBoundary.tsx';
import { useAction } from '#ui/use-action.ts';
import { useHash } from '#ui/use-hash.ts';

const FAILED = 'That did not work. Please try again.';

/** Ends mails by a press; opening the page changes nothing. Every token is told the same. */
function Unsubscribe() {
  const token = useHash();
  const [done, setDone] = useState(false);
  const { busy, run } = useAction(async () => {
    await unsubscribe(token ?? '');
    setDone(true);
  }, FAILED);
  if (token === null) return <ShellSkeleton />;
  if (done) {
    return (
      <p role="status" className="max-w-xl text-lg">
        Done: you get no more mails like that one. If you have an account, what is new still shows
        in your dashboard, and its settings bring the mails back.
      </p>
    );
  }
  if (token === '') {
    return (
      <p role="status" className="max-w-xl text-lg">
        This link is not complete. Please open it from your mail again.
      </p>
    );
  }
  return (
    <div className="flex max-w-xl flex-col items-start gap-6">
      <p className="text-lg">
        By a press you end mails like the one you came from. Mails about your own requests and your
        account still come.
      </p>
      <Button busy={busy} onClick={() => void run()}>
        Stop These Mails
      </Button>
    </div>
  );
}

export default withBoundary(Unsubscribe);
