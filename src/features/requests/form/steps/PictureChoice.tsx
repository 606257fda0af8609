import { useId, useRef } from 'react';
import { cx } from '#ui/cx.ts';
import { Input } from '#ui/forms/controls.tsx';
import { FieldError } from '#ui/forms/Field.tsx';

interface PictureChoiceProps {
  legend: string;
  /** Only read out: what is above it says the same. */
  quiet?: boolean;
  name: string;
  required?: boolean;
  options: readonly { value: string; label: string; picture?: string }[];
  value: string;
  onChoose: (value: string) => void;
  /** It was chosen with a finger or a mouse: a phone may go on. */
  onPicked?: () => void;
  error?: string | undefined;
  grid: string;
}

/** A choice of one, each with a small picture; arrow keys move through it as through all such choices. */
export function PictureChoice(props: PictureChoiceProps) {
  const { legend, quiet, name, required, options, value, onChoose, onPicked, error, grid } = props;
  const id = useId();
  const pressed = useRef(false);
  return (
    <div
      role="radiogroup"
      aria-labelledby={id}
      aria-required={required}
      aria-invalid={error ? true : undefined}
      aria-describedby={error && `${id}-error`}
      className="quote-pictures"
      onPointerDown={() => {
        pressed.current = true;
      }}
      onKeyDown={() => {
        pressed.current = false;
      }}
    >
      <p id={id} className={quiet ? 'sr-only' : 'mb-2 font-semibold'}>
        {legend}
      </p>
      <div className={grid}>
        {options.map((option) => (
          <label key={option.value} className="quote-choice">
            <Input
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              onChange={() => {
                onChoose(option.value);
                if (pressed.current) onPicked?.();
              }}
            />
            {option.picture && (
              <span className={cx('quote-picture', option.picture)} aria-hidden="true" />
            )}
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
