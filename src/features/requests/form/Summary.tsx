import { SmallCopy } from '#features/pictures/chosen/SmallCopy.tsx';
import { optionLabel, wordFor } from '#lib/options.ts';
import { sizeLabel } from '#lib/size-label.ts';
import { missingFields } from './missing-fields.ts';
import { StillNeeded } from './StillNeeded.tsx';
import { type EstimateProps, QuoteEstimate } from './steps/QuoteEstimate.tsx';
import type { StepProps } from './steps/step-props.ts';

interface SummaryProps extends Pick<StepProps, 'quote'>, Pick<EstimateProps, 'rates'> {}

/** The request as it stands, beside the form of a desktop. */
export function Summary({ quote, rates }: SummaryProps) {
  const { draft, details } = quote;
  const surface = details.unsure ? 'not sure what it is made of' : draft.surface_type;
  const choices = [details.place, surface].map((one) => one && wordFor(one).toLowerCase());
  const wall = [...choices, draft.city].filter(Boolean).join(', ');
  const facts: [string, string][] = [
    ['Wall', wall && optionLabel(wall)],
    ['Size', sizeLabel(draft.mural_size)],
    ['Look', draft.style_preference && optionLabel(draft.style_preference)],
    ['Budget', draft.budget_range && optionLabel(draft.budget_range)],
  ];
  const missing = missingFields(draft);
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
      <QuoteEstimate quote={quote} rates={rates} brief />
      <StillNeeded fields={missing} onReveal={quote.steps.reveal} />
      <p role="status" className="font-semibold text-ok empty:hidden">
        {missing.length === 0 && 'You’re all set.'}
      </p>
    </section>
  );
}
