import { FormField } from '#ui/forms/FormField.tsx';
import { PREPARED_BY } from './agreement.ts';

export const LABELS = { rounds: 'Design rounds', prepared_by: 'Who prepares the wall' } as const;
type Name = keyof typeof LABELS;

const PREPARED_OPTIONS = Object.entries(PREPARED_BY).map(([value, label]) => ({ value, label }));

interface Props {
  draft: Record<Name, string>;
  errors: Partial<Record<Name, string>>;
  onText: (field: Name, text: string) => void;
}

/** What an agreement asks that a proposal does not say. */
export function TermsFields({ draft, errors, onText }: Props) {
  const field = (name: Name) => ({
    label: LABELS[name],
    name,
    required: true,
    error: errors[name],
    value: draft[name],
    onText: (text: string) => onText(name, text),
  });
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] items-end gap-4">
      <FormField {...field('rounds')} inputMode="numeric" />
      <FormField {...field('prepared_by')} options={PREPARED_OPTIONS} />
    </div>
  );
}
