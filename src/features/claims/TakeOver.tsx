import { useState } from 'react';
import { toAppError } from '#data/app-error.ts';
import { messageFor } from '#lib/errors.ts';
import { Button } from '#ui/Button.tsx';
import { useAttempt } from '#ui/hooks/use-attempt.ts';
import { Dialog } from '#ui/overlays/Dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import type { ClaimablePage } from './claim.ts';
import { confirmClaim, removeUnclaimedPage } from './claims.api.ts';

interface Props {
  page: ClaimablePage;
  token: string;
  /** Whether the person is signed in as an artist. */
  mayTake: boolean;
  onTaken: () => void;
  onRemoved: () => void;
}

/** What the reader of the email can do by its link: take the page over, or have it removed. */
export function TakeOver({ page, token, mayTake, onTaken, onRemoved }: Props) {
  const [asking, setAsking] = useState(false);
  const { busy, attempt } = useAttempt((error) => {
    console.error(error);
    const failed = 'That did not work. Try again.';
    void toast.error(messageFor(toAppError(error).code, failed));
  });
  const take = () =>
    void attempt(async () => {
      await confirmClaim(token);
      onTaken();
    });
  const remove = () =>
    void attempt(async () => {
      await removeUnclaimedPage(token);
      setAsking(false);
      onRemoved();
    });
  return (
    <div className="space-y-8">
      {mayTake && (
        <div className="space-y-4">
          <p className="text-lg">You decide what it shows, and requests come to you.</p>
          <Button size="lg" busy={busy} onClick={take}>
            This Is Me
          </Button>
        </div>
      )}
      <div className="space-y-3 border-line border-t pt-6">
        <p className="max-w-prose text-ink-2">
          Don’t want to be listed? We’ll delete the page and your address for good.
        </p>
        <Button variant="danger" size="sm" onClick={() => setAsking(true)}>
          Remove the Page About Me
        </Button>
      </div>
      <Dialog open={asking} onClose={() => setAsking(false)} title="Remove this page?">
        <p className="wrap-anywhere">{`The page of ${page.name} goes, and is not made again. This cannot be undone.`}</p>
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={() => setAsking(false)}>
            Cancel
          </Button>
          <Button variant="danger" busy={busy} onClick={remove}>
            Remove Page
          </Button>
        </div>
      </Dialog>
    </div>
  );
}
