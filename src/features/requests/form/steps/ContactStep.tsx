import { Checkbox } from '#ui/forms/toggles.tsx';
import { quoteFields } from '../use-quote.ts';
import type { StepProps } from './step-props.ts';

/** Who asks, and how to reach them. */
export function ContactStep({ quote }: Pick<StepProps, 'quote'>) {
  const { draft, details, choose } = quote;
  const field = quoteFields(quote);
  return (
    <div className="grid gap-x-6 gap-y-3 md:grid-cols-3">
      {field('name')}
      {field('email')}
      {field('phone')}
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
