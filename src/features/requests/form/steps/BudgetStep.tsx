import { BUDGETS, optionLabel } from '#lib/options.ts';
import { FormField } from '#ui/forms/FormField.tsx';
import { FIELD_VIEWS } from '../fields.ts';
import { PictureChoice } from './PictureChoice.tsx';
import { type EstimateProps, QuoteEstimate } from './QuoteEstimate.tsx';
import type { StepProps } from './step-props.ts';
import { phoneError } from './use-steps.ts';

const OPTIONS = BUDGETS.map((value) => ({ value, label: optionLabel(value) }));

/** What may be spent, beside what such walls cost. */
export function BudgetStep({ quote, onPicked, rates }: StepProps & Pick<EstimateProps, 'rates'>) {
  const { draft, details, errors, change } = quote;
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <QuoteEstimate draft={draft} details={details} rates={rates} />
      <FormField
        {...FIELD_VIEWS.budget_range}
        name="budget_range"
        className="max-md:hidden md:order-first"
        error={errors.budget_range}
        value={draft.budget_range}
        onText={(value) => change('budget_range', value)}
      />
      <PictureChoice
        legend="Your budget"
        name="pressed_budget"
        field="budget_range"
        options={OPTIONS}
        className="md:hidden"
        grid="grid-cols-1 quote-lines"
        value={draft.budget_range}
        error={phoneError(errors.budget_range)}
        onChoose={(value) => change('budget_range', value)}
        onPicked={onPicked}
      />
    </div>
  );
}
