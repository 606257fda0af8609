import { FormField } from '#ui/forms/FormField.tsx';
import { FIELD_VIEWS } from '../fields.ts';
import type { StepProps } from './step-props.ts';

const FIELDS = ['name', 'email', 'phone'] as const;

/** Who asks, and how to reach them. */
export function ContactStep({ quote }: Pick<StepProps, 'quote'>) {
  return (
    <div className="grid gap-x-6 gap-y-5 md:grid-cols-3">
      {FIELDS.map((field) => (
        <FormField
          key={field}
          {...FIELD_VIEWS[field]}
          name={field}
          error={quote.errors[field]}
          value={quote.draft[field]}
          onText={(value) => quote.change(field, value)}
        />
      ))}
    </div>
  );
}
