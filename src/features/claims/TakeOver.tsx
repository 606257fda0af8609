import { useState } from 'react';
import { whyNot } from '#data/why-not-saved.ts';
import { Button } from '#ui/Button.tsx';
import { useAction } from '#ui/hooks/use-action.ts';
import { ConfirmDialog } from '#ui/overlays/Dialog.tsx';
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
  const { busy, run } = useAction(
    (work: () => Promise<void>) => work(),
    whyNot('That didn’t work. Try again.'),
  );
  const take = async () => {
    await confirmClaim(token);
    onTaken();
  };
  const remove = async () => {
    await removeUnclaimedPage(token);
    setAsking(false);
    onRemoved();
  };
  return (
    <div className="space-y-8">
      {mayTake && (
        <div className="space-y-4">
          <p className="text-lg">You decide what it shows, and requests come to you.</p>
          <Button size="lg" busy={busy} onClick={() => void run(take)}>
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
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Remove this page?"
        confirmLabel="Remove Page"
        busy={busy}
        onConfirm={() => void run(remove)}
      >
        <p className="wrap-anywhere">{`The page of ${page.name} goes, and isn’t made again. This can’t be undone.`}</p>
      </ConfirmDialog>
    </div>
  );
}
