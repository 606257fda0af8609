import { Button } from '../Button.tsx';
import { type TextForm, textFields } from './FormField.tsx';

interface Props {
  form: TextForm<'code'>;
  /** Where the six digits went, or why they did not. */
  said: string;
  /** Another email with a code is on its way. */
  busy: boolean;
  onAnother: () => void;
}

/** The six digits of an email, and the way to another one. */
export function CodeField({ form, said, busy, onAnother }: Props) {
  return (
    <>
      {textFields(form)('code', {
        label: 'Code',
        required: true,
        inputMode: 'numeric',
        autoComplete: 'one-time-code',
        autoFocus: true,
        hint: said,
      })}
      <Button variant="ghost" size="sm" className="self-start" busy={busy} onClick={onAnother}>
        Send Another Code
      </Button>
    </>
  );
}
