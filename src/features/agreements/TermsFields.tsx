import { FormField } from '#ui/forms/FormField.tsx';
import type { Pieces } from '#ui/pieces.ts';
import { CHOICES, NUMBERS } from './agreement.ts';
import { ClausesField, type OwnClause } from './ClausesField.tsx';

export const LABELS = {
  prepared_by: 'Wall prepared by',
  rounds: 'Rounds of changes included',
  round_price: 'Price of a further round ($)',
  weather_days: 'Days that bad weather may add',
  postpone_days: 'Days ahead to postpone',
  photos: 'Photos of the mural',
  credit: 'Credit line',
  vara: 'VARA rights',
  removal_days: 'Days to warn before removal',
  warranty_months: 'Warranty in months',
  stays_years: 'Years the mural stays',
  insurance: 'Insurance',
  ending_design: 'Owed before painting begins (%)',
  ending_painting: 'Owed after painting has begun (%)',
} as const;
type Name = keyof typeof LABELS;

/** The fields of each group, in the order of the text. */
const GROUPS: { title: string; fields: Name[] }[] = [
  { title: 'Wall and design', fields: ['prepared_by', 'rounds', 'round_price'] },
  { title: 'Delays', fields: ['weather_days', 'postpone_days'] },
  { title: 'Rights', fields: ['photos', 'credit', 'vara', 'removal_days'] },
  { title: 'Care', fields: ['warranty_months', 'stays_years', 'insurance'] },
  { title: 'Ending early', fields: ['ending_design', 'ending_painting'] },
];

const optionsOf = (name: Name) =>
  name in CHOICES
    ? Object.entries(CHOICES[name as keyof typeof CHOICES]).map(([value, label]) => ({
        value,
        label,
      }))
    : undefined;

interface Props {
  draft: Record<Name, string> & { clauses: OwnClause[] };
  errors: Partial<Record<Name | 'clauses', string>>;
  onText: (field: Name, text: string) => void;
  onClauses: (clauses: OwnClause[]) => void;
}

/** What is mostly the same in all agreements of an artist, each group behind its title until it is opened or broken. */
export function TermsFields({ draft, errors, onText, onClauses }: Props) {
  return (
    <div className="flex flex-col gap-3">
      {GROUPS.map(({ title, fields }) => (
        <Group key={title} title={title} broken={fields.some((name) => errors[name])}>
          <div className="grid gap-5 sm:grid-cols-2">
            {fields.map((name) => (
              <FormField
                key={name}
                label={LABELS[name]}
                name={name}
                required={name !== 'round_price' && name !== 'credit'}
                options={optionsOf(name)}
                inputMode={name in NUMBERS ? 'numeric' : undefined}
                error={errors[name]}
                value={draft[name]}
                onText={(text) => onText(name, text)}
              />
            ))}
          </div>
        </Group>
      ))}
      <Group title="Your own clauses" broken={Boolean(errors.clauses)}>
        <ClausesField clauses={draft.clauses} error={errors.clauses} onClauses={onClauses} />
      </Group>
    </div>
  );
}

function Group({ title, broken, children }: { title: string; broken: boolean; children: Pieces }) {
  return (
    <details className="rounded-card border border-line" open={broken || undefined}>
      <summary className="min-h-11 cursor-pointer px-4 py-3 font-semibold">{title}</summary>
      <div className="px-4 pb-4">{children}</div>
    </details>
  );
}
