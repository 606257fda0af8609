import { useId, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { FormField } from '#ui/forms/FormField.tsx';
import { Dialog } from '#ui/overlays/Dialog.tsx';
import type { Pieces } from '#ui/pieces.ts';

interface Props {
  open: boolean;
  onClose: () => void;
  title: string;
  label: string;
  limit: number;
  confirmLabel: string;
  busy: boolean;
  /** Settles once it was stored or refused; what was typed stays until it was stored. */
  onSend: (text: string) => Promise<unknown>;
  /** What follows from it. */
  children?: Pieces;
}

/** Asks for a few words that go to the other side. */
export function TextDialog(props: Props) {
  const { open, onClose, title, label, limit, confirmLabel, busy, onSend, children } = props;
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  const form = useId();
  const send = () => {
    setMissing(text.trim() === '');
    if (text.trim() !== '') void onSend(text);
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} busy={busy}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {children}
        <FormField
          label={label}
          required
          limit={limit}
          rows={4}
          error={missing ? 'Please fill this in' : null}
          value={text}
          onText={(typed) => {
            setMissing(false);
            setText(typed);
          }}
        />
      </form>
    </Dialog>
  );
}
