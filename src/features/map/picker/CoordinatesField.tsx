import { Field } from '#ui/forms/Field.tsx';
import { TextInput } from '#ui/forms/inputs.tsx';
import { coordinatesText, readCoordinates } from '../coordinates.ts';
import type { Position } from '../projection.ts';

interface CoordinatesFieldProps {
  value: Position | null;
  /** What is being typed and cannot be read yet; null when the field says the value. */
  typed: string | null;
  onTyped: (text: string) => void;
  onRead: (position: Position | null) => void;
}

/** Coordinates in words, for people who copy them from a maps application. */
export function CoordinatesField({ value, typed, onTyped, onRead }: CoordinatesFieldProps) {
  const text = typed ?? (value ? coordinatesText(value) : '');
  const change = (next: string) => {
    const position = readCoordinates(next);
    // Half a number is one too: what is read must not take the rest from under the fingers.
    if (position && coordinatesText(position) === next.trim()) onRead(position);
    else if (next.trim() === '') onRead(null);
    else onTyped(next);
  };
  const leave = () => {
    const position = typed === null ? null : readCoordinates(typed);
    if (position) onRead(position);
  };
  const wrong = typed !== null && readCoordinates(typed) === null;
  return (
    <Field
      label="Coordinates"
      className="min-w-0 flex-1 basis-72"
      hint="Paste a Google or Apple Maps link, or coordinates."
      error={wrong ? 'Coordinates look like 29.42412, -98.49363' : null}
    >
      <TextInput
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => change(event.target.value)}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          leave();
        }}
      />
    </Field>
  );
}
