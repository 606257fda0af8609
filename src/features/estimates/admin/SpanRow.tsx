import { useId } from 'react';
import { Input } from '#ui/forms/controls.tsx';
import { FieldError } from '#ui/forms/Field.tsx';
import { inDollars, spanEnds, spanText } from '../rates-form.ts';

interface Props {
  label: string;
  field: string;
  value: string;
  error: string | undefined;
  onText: (text: string) => void;
}

/** From, to: two whole numbers. */
export function SpanRow({ label, field, value, error, onText }: Props) {
  const id = useId();
  const [low, high] = spanEnds(value);
  const unit = inDollars(field) ? 'dollars' : 'percent';
  const shared = {
    type: 'text',
    className: 'control w-24 text-end',
    inputMode: 'numeric',
    autoComplete: 'off',
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? id : undefined,
  } as const;
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-[min(10rem,100%)] flex-1">{label}</span>
        <span className="flex flex-wrap items-center gap-2">
          <Input
            {...shared}
            name={field}
            aria-label={`${label}, from, ${unit}`}
            value={low}
            onChange={(event) => onText(spanText(event.target.value, high))}
          />
          <span aria-hidden="true">to</span>
          <Input
            {...shared}
            aria-label={`${label}, to, ${unit}`}
            value={high}
            onChange={(event) => onText(spanText(low, event.target.value))}
          />
        </span>
      </div>
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  );
}
