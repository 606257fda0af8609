import { useId } from 'react';
import { Input } from '#ui/forms/controls.tsx';
import { FieldError } from '#ui/forms/Field.tsx';
import { MOST_STARS, starsLabel } from './review.ts';

const CHOICES = Array.from({ length: MOST_STARS }, (_, i) => i + 1);

interface Props {
  name: string;
  value: number | null;
  error?: string | undefined;
  onChange: (stars: number) => void;
}

/** One to five stars, as the radio buttons that they are: arrow keys work, and each says how many. */
export function StarChoice({ name, value, error, onChange }: Props) {
  const id = useId();
  const given = value ?? 0;
  return (
    <fieldset className="flex flex-col gap-1.5" aria-describedby={error ? id : undefined}>
      <legend className="font-semibold">How was it?</legend>
      <div className="-ms-1.5 flex">
        {CHOICES.map((stars) => (
          <label
            key={stars}
            className="cursor-pointer rounded-control p-1.5 text-4xl leading-none has-focus-visible:outline-3 has-focus-visible:outline-brand"
          >
            <Input
              type="radio"
              name={name}
              value={stars}
              checked={value === stars}
              onChange={() => onChange(stars)}
              aria-label={starsLabel(stars)}
              aria-invalid={error ? true : undefined}
              className="sr-only"
            />
            <span aria-hidden="true" className={stars <= given ? 'text-clay' : 'text-ink-2'}>
              {stars <= given ? '★' : '☆'}
            </span>
          </label>
        ))}
      </div>
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  );
}
