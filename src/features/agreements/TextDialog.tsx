import { type FormEvent, useId, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { FormField } from '#ui/forms/FormField.tsx';
import { Dialog } from '#ui/overlays/Dialog.tsx';
import type { Pieces } from '#ui/pieces.ts';

interface Props {
  open: boolean;
  onClose: () => void;
  title: string;
  label: string;
  /** It may go without words. */
  optional?: boolean | undefined;
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
  const { open, onClose, title, label, optional, limit, confirmLabel, busy, onSend, children } =
    props;
  const [text, setText] = useState('');
  const [refused, refuse] = useState(false);
  const form = useId();
  const send = (event: FormEvent) => {
    event.preventDefault();
    const missing = !optional && text.trim() === '';
    refuse(missing);
    if (!missing) void onSend(text);
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      action={
        <Button type="submit" form={form} busy={busy}>
          {confirmLabel}
        </Button>
      }
    >
      <form id={form} noValidate className="flex flex-col gap-5" onSubmit={send}>
        {children}
        <FormField
          label={label}
          required={!optional}
          limit={limit}
          rows={4}
          error={refused && !optional ? 'Please fill this in' : null}
          value={text}
          onText={(typed) => {
            refuse(false);
            setText(typed);
          }}
        />
      </form>
    </Dialog>
  );
}
