import { useId } from 'react';
import { amountOf } from '#lib/amount.ts';
import { dollars, grouped } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { textFields } from '#ui/forms/FormField.tsx';
import { useTypedForm } from '#ui/forms/use-typed-form.ts';
import { Dialog } from '#ui/overlays/Dialog.tsx';
import { likelyReceived, type Money, overpaid, type Part, receivedSchema } from './payment.ts';

interface Props {
  money: Money;
  part: Part;
  busy: boolean;
  onClose: () => void;
  /** Settles once it was stored or refused. */
  onReceived: (amount: number) => Promise<unknown>;
}

/** Asks how much of a part arrived: what the client reported, until the artist says another amount. */
export function ReceiveDialog({ money, part, busy, onClose, onReceived }: Props) {
  const id = useId();
  const { props, ...form } = useTypedForm({
    begin: () => ({ amount: grouped(likelyReceived(money, part)) }),
    schema: receivedSchema(part),
    isQuiet: true,
    send: async (received) => void (await onReceived(received.amount)),
    explain: (error) => ({ field: 'amount', message: String(error) }),
  });
  const rest = part.amount - amountOf(form.draft.amount);
  const extra = part.state === 'reported' ? overpaid(money, part) : 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title="How much arrived?"
      action={
        <Button type="submit" form={id} busy={busy}>
          Mark as Received
        </Button>
      }
    >
      <form {...props} id={id} className="flex flex-col gap-4">
        {textFields(form)('amount', {
          label: 'Amount ($)',
          required: true,
          inputMode: 'numeric',
        })}
        <p role="status">
          <span>
            {rest > 0 && rest < part.amount ? `The rest, ${dollars(rest)}, stays due. ` : ''}
          </span>
          <span>
            {extra > 0 ? `Mark the other ${dollars(extra)} as received under another part. ` : ''}
          </span>
          <span>This can’t be undone.</span>
        </p>
      </form>
    </Dialog>
  );
}
