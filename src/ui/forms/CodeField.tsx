import { Button } from '../Button.tsx';
import { FormField } from './FormField.tsx';

interface Props {
  /** Where the six digits went, or why they did not. */
  said: string;
  error: string | undefined;
  value: string;
  onText: (text: string) => void;
  /** Another email with a code is on its way. */
  busy: boolean;
  onAnother: () => void;
}

/** The six digits of an email, and the way to another one. */
export function CodeField({ said, error, value, onText, busy, onAnother }: Props) {
  return (
    <>
      <FormField
        label="Code"
        name="code"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        hint={said}
        error={error}
        value={value}
        onText={onText}
      />
      <Button variant="ghost" size="sm" className="self-start" busy={busy} onClick={onAnother}>
        Send Another Code
      </Button>
    </>
  );
}
