import { SmallButton } from '#ui/Button.tsx';
import type { QuoteField } from '../quote-fields.ts';
import { FIELD_VIEWS } from './fields.ts';

interface StillNeededProps {
  fields: readonly QuoteField[];
  /** Shows where one is asked for. */
  onReveal: (field: QuoteField) => void;
}

/** What a request cannot be sent without, each a way to where it is asked for. */
export function StillNeeded({ fields, onReveal }: StillNeededProps) {
  if (fields.length === 0) return null;
  return (
    <div>
      <h3 className="font-semibold text-sm">Still needed</h3>
      <ul className="mt-2 flex flex-wrap gap-2">
        {fields.map((field) => (
          <li key={field}>
            <SmallButton onClick={() => onReveal(field)}>{FIELD_VIEWS[field].label}</SmallButton>
          </li>
        ))}
      </ul>
    </div>
  );
}
