import { dayLabel } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/overlays/Dialog.tsx';
import type { Offer } from './offer.ts';
import { priceLabel } from './proposal.ts';

interface Props {
  /** Open while there is one. */
  offer: Offer | undefined;
  /** How many other artists could still have been chosen. */
  others: number;
  busy: boolean;
  onClose: () => void;
  onAccept: (offer: Offer) => void;
}

/** Asks once before a proposal is accepted, and says what follows. */
export function AcceptDialog({ offer, others, busy, onClose, onAccept }: Props) {
  const name = offer?.artist.name ?? '';
  return (
    <Dialog
      open={offer !== undefined}
      onClose={onClose}
      title={`Accept the proposal of ${name}?`}
      action={
        <Button busy={busy} onClick={() => offer && onAccept(offer)}>
          Accept Proposal
        </Button>
      }
    >
      {offer && (
        <div className="flex flex-col gap-4">
          <p>
            <strong>{priceLabel(offer.proposal)}</strong>, from{' '}
            <span>{dayLabel(offer.proposal.starts_on)}</span> at the earliest.
          </p>
          <ul className="flex list-disc flex-col gap-2 pl-5">
            <li>{`You and ${name} will see each other’s contact.`}</li>
            {others > 0 && (
              <li>
                {others === 1
                  ? 'We’ll let the other artist know right away.'
                  : 'We’ll let the other artists know right away.'}
              </li>
            )}
            <li>Nothing is paid here.</li>
          </ul>
        </div>
      )}
    </Dialog>
  );
}
