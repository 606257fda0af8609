import { type FormSchema, violations } from '#lib/violations.ts';
import type { AttemptedWork } from '../hooks/use-attempt.ts';
import { type FormRefusal, useFormErrors } from './use-form-errors.ts';
import { useSubmit } from './use-submit.ts';

export interface SchemaFormOptions<Field extends string, Values> {
  schema: FormSchema<Values>;
  /** In the order of the form: the first that is broken has the toast and the focus. */
  fields: readonly Field[];
  /** What the form holds now. */
  values: unknown;
  send: (values: Values) => ReturnType<AttemptedWork>;
  /** No toast for what is said beside a field. */
  isQuiet?: boolean;
  /** What to show for what `send` threw. */
  explain: (error: unknown) => FormRefusal<Field>;
}

/** A form whose values are sent once they fit a schema: broken rules and refusals are shown in the same way. */
export function useSchemaForm<Field extends string, Values>(
  options: SchemaFormOptions<Field, Values>,
) {
  const { schema, fields, values, isQuiet, send, explain } = options;
  const { form, errors, refuse, clear } = useFormErrors<Field>(isQuiet);
  const { busy, submit } = useSubmit(
    async () => {
      clear();
      const parsed = schema.safeParse(values);
      return parsed.success ? send(parsed.data) : refuse(violations(parsed.error, fields));
    },
    (error) => refuse([explain(error)]),
  );
  const props = { ref: form, method: 'post', noValidate: true, onSubmit: submit } as const;
  return { props, errors, busy, refuse, clear };
}
