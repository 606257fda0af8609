import { useId, useState } from 'react';
import { whyRefused } from '#data/why-refused.ts';
import { Button } from '#ui/Button.tsx';
import { textFields } from '#ui/forms/FormField.tsx';
import { useTypedForm } from '#ui/forms/use-typed-form.ts';
import { Dialog } from '#ui/overlays/Dialog.tsx';
import { askAddressChange } from './proof.api.ts';
import { addressSchema } from './proven-acts.ts';

interface Props {
  token: string;
  /** The address that was typed before. */
  typed: string;
  onClose: () => void;
}

/** For a client who gets no code, because they read the address of their request no more: another one, in a week. */
export function AddressDialog({ token, typed, onClose }: Props) {
  const [said, setSaid] = useState('');
  const id = useId();
  const form = useTypedForm({
    begin: () => ({ email: typed }),
    schema: addressSchema,
    isQuiet: true,
    send: async (values) => setSaid(await askAddressChange(token, values.email)),
    explain: whyRefused('That wasn’t sent. Try again.'),
  });
  // The page says from now on what comes.
  const close = said ? () => location.reload() : onClose;
  return (
    <Dialog
      open
      onClose={close}
      title="Change the address in 7 days"
      cancelLabel={said ? 'Done' : 'Cancel'}
      action={
        !said && (
          <Button type="submit" form={id} busy={form.busy}>
            Ask for the Change
          </Button>
        )
      }
    >
      {said && <p role="status">{said}</p>}
      {!said && (
        <form {...form.props} id={id} className="flex flex-col gap-5">
          <p>
            We email the old address now and again 2 days before. Anyone who reads it can stop the
            change.
          </p>
          {textFields(form)('email', {
            label: 'New email',
            type: 'email',
            autoComplete: 'email',
            required: true,
          })}
        </form>
      )}
    </Dialog>
  );
}
