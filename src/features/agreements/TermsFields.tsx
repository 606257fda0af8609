import { textFields } from '#ui/forms/FormField.tsx';
import { PREPARED_BY } from './agreement.ts';

export const LABELS = { rounds: 'Design rounds', prepared_by: 'Who prepares the wall' } as const;
type Name = keyof typeof LABELS;

const PREPARED_OPTIONS = Object.entries(PREPARED_BY).map(([value, label]) => ({ value, label }));

interface Props {
  draft: Record<Name, string>;
  errors: Partial<Record<Name, string>>;
  set: (field: Name, text: string) => void;
}

/** What an agreement asks that a proposal does not say. */
export function TermsFields(form: Props) {
  const field = textFields(form);
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] items-end gap-4">
      {field('rounds', { label: LABELS.rounds, required: true, inputMode: 'numeric' })}
      {field('prepared_by', {
        label: LABELS.prepared_by,
        required: true,
        options: PREPARED_OPTIONS,
      })}
    </div>
  );
}
