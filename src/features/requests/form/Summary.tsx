import { SmallCopy } from '#features/pictures/chosen/SmallCopy.tsx';
import { LIMITS } from '#lib/limits.ts';
import { optionLabel } from '#lib/options.ts';
import { cleaned } from '#lib/visible-text.ts';
import { Button } from '#ui/Button.tsx';
import type { QuoteDraft, QuoteField } from '../quote-fields.ts';
import { FIELD_VIEWS } from './fields.ts';
import { type EstimateProps, QuoteEstimate } from './steps/QuoteEstimate.tsx';
import type { StepProps } from './steps/step-props.ts';

/** The fields that are needed and still empty, in the order of the steps. */
const NEEDED = [
  'surface_type',
  'style_preference',
  'project_description',
  'city',
  'budget_range',
  'name',
  'email',
] as const satisfies readonly QuoteField[];

const isMissing = (draft: QuoteDraft, field: QuoteField): boolean =>
  cleaned(draft[field]).length < (field === 'project_description' ? LIMITS.projectMin : 1);

interface SummaryProps extends Pick<StepProps, 'quote'>, Pick<EstimateProps, 'rates'> {}

/** The request as it stands, beside the form of a desktop. */
export function Summary({ quote, rates }: SummaryProps) {
  const { draft, details } = quote;
  const surface = details.unsure ? 'not sure what it is made of' : draft.surface_type;
  const wall = [details.place, surface, draft.city].filter(Boolean).join(', ');
  const facts: [string, string][] = [
    ['Wall', wall && optionLabel(wall)],
    ['Size', draft.mural_size],
    ['Look', draft.style_preference && optionLabel(draft.style_preference)],
    ['Budget', draft.budget_range && optionLabel(draft.budget_range)],
  ];
  const missing = NEEDED.filter((field) => isMissing(draft, field));
  return (
    <section aria-labelledby="summary" className="quote-summary">
      <h2 id="summary" className="font-display text-2xl">
        Your request
      </h2>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value || <span className="text-ink-2">—</span>}</dd>
          </div>
        ))}
      </dl>
      {details.liked.length > 0 && (
        <ul aria-label="Murals you like" className="grid grid-cols-3 gap-1.5">
          {details.liked.map(({ slug, name, picture }) => (
            <li key={slug} className="quote-thumb">
              {picture ? <SmallCopy url={picture} alt={name} sizes="96px" /> : name}
            </li>
          ))}
        </ul>
      )}
      <QuoteEstimate draft={draft} details={details} rates={rates} brief />
      {missing.length > 0 ? (
        <div>
          <h3 className="font-semibold text-sm">Still needed</h3>
          <ul className="mt-2 flex flex-wrap gap-2">
            {missing.map((field) => (
              <li key={field}>
                <Button variant="secondary" size="sm" onClick={() => quote.steps.reveal(field)}>
                  {FIELD_VIEWS[field].label}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <p className="font-semibold text-ok">You’re all set.</p>
      )}
    </section>
  );
}
