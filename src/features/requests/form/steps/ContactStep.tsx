import { FormField } from '#ui/forms/FormField.tsx';
import { Checkbox } from '#ui/forms/toggles.tsx';
import { FIELD_VIEWS } from '../fields.ts';
import type { StepProps } from './step-props.ts';

const FIELDS = ['name', 'email', 'phone'] as const;

/** Who asks, and how to reach them. */
export function ContactStep({ quote }: Pick<StepProps, 'quote'>) {
  const { draft, details, errors, change, choose } = quote;
  return (
    <div className="grid gap-x-6 gap-y-3 md:grid-cols-3">
      {FIELDS.map((field) => (
        <FormField
          key={field}
          {...FIELD_VIEWS[field]}
          name={field}
          error={errors[field]}
          value={draft[field]}
          onText={(value) => change(field, value)}
        />
      ))}
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 md:col-span-3 md:min-h-6">
        <Checkbox
          label="Call me first"
          name="call_first"
          checked={details.callFirst}
          onChange={({ target }) => choose({}, { callFirst: target.checked })}
        />
        <span className="text-ink-2 text-sm empty:hidden">
          {details.callFirst && !draft.phone && 'Add your phone number.'}
        </span>
      </div>
    </div>
  );
}
