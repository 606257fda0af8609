import { BUDGETS, optionLabel } from '#lib/options.ts';
import { PictureChoice } from './PictureChoice.tsx';
import { type EstimateProps, QuoteEstimate } from './QuoteEstimate.tsx';
import type { StepProps } from './step-props.ts';

const OPTIONS = BUDGETS.map((value) => ({ value, label: optionLabel(value) }));

/** What may be spent; on a phone beside what such walls cost, which the summary of a desktop says. */
export function BudgetStep({ quote, onPicked, rates }: StepProps & Pick<EstimateProps, 'rates'>) {
  const { draft, errors, change } = quote;
  return (
    <>
      <div className="md:hidden">
        <QuoteEstimate quote={quote} rates={rates} />
      </div>
      <PictureChoice
        legend="Budget Range"
        name="budget_range"
        required
        options={OPTIONS}
        grid="quote-lines grid gap-2 md:grid-cols-2 lg:grid-cols-4"
        value={draft.budget_range}
        error={errors.budget_range}
        onChoose={(value) => change('budget_range', value)}
        onPicked={onPicked}
      />
    </>
  );
}
