import { type FormSchema, violations } from '#lib/violations.ts';
import type { AttemptedWork } from '../hooks/use-attempt.ts';
import { type Explain, useFormErrors } from './use-form-errors.ts';
import { useSubmit } from './use-submit.ts';

export interface SchemaFormOptions<Draft extends object, Values> {
  schema: FormSchema<Values>;
  /** What the form holds now, in its order: the first that is broken has the toast and the focus. */
  values: Draft;
  send: (values: Values) => ReturnType<AttemptedWork>;
  /** No toast for what is said beside a field. */
  isQuiet?: boolean;
  /** What to show for what `send` threw. */
  explain: Explain<keyof Draft & string>;
}

/** A form whose values are sent once they fit a schema: broken rules and refusals are shown in the same way. */
export function useSchemaForm<Draft extends object, Values>(
  options: SchemaFormOptions<Draft, Values>,
) {
  type Field = keyof Draft & string;
  const { schema, values, isQuiet, send, explain } = options;
  const fields = Object.keys(values) as Field[];
  const { form, errors, refuse, clear } = useFormErrors<Field>(isQuiet);
  const { busy, submit } = useSubmit(
    async () => {
      clear();
      const parsed = schema.safeParse(values);
      return parsed.success ? send(parsed.data) : refuse(violations(parsed.error, fields));
    },
    (error) => refuse([explain(error, fields)]),
  );
  const props = { ref: form, method: 'post', noValidate: true, onSubmit: submit } as const;
  return { props, errors, busy, refuse, clear };
}
