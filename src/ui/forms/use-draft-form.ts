import { type FormSchema, violations } from '#lib/violations.ts';
import { type Choices, type DraftOptions, useDraft } from './use-draft.ts';
import { type Explain, useFormErrors } from './use-form-errors.ts';
import { useSubmit } from './use-submit.ts';
import { useUnsavedWarning } from './use-unsaved-warning.ts';

interface Options<Row, Draft, Field extends string>
  extends Omit<DraftOptions<Row, Draft>, 'check'> {
  /** What the draft must fit before it is saved. */
  schema: FormSchema;
  /** In the order of the form: the first that is broken has the toast and the focus. */
  fields: readonly Field[];
  onSaved: (hasUnsaved: boolean) => void;
  explain: Explain<Field>;
}

/** A form that edits something stored (`useDraft`): broken rules and refusals are shown in the same way. */
export function useDraftForm<
  Row extends object,
  Draft extends Record<keyof Row, unknown>,
  Field extends keyof Draft & string,
>({ schema, fields, onSaved, explain, ...options }: Options<Row, Draft, Field>) {
  const { form, errors, refuse, clear } = useFormErrors<Field>();
  const check = (typed: Draft) => {
    clear();
    const parsed = schema.safeParse(typed);
    if (!parsed.success) refuse(violations(parsed.error, fields));
    return parsed.success;
  };
  const { save, hasUnsaved, ...draft } = useDraft<Row, Draft>({
    ...options,
    check,
  });
  useUnsavedWarning(draft.unsaved && !options.kept);
  const { busy, submit } = useSubmit(
    async () => {
      if ((await save()) === 'saved') onSaved(hasUnsaved());
    },
    (error) => refuse([explain(error, fields)]),
  );
  const decide = (choices: Choices<Draft>) => {
    draft.decide(choices);
    void submit();
  };
  const discard = () => {
    clear();
    draft.discard();
  };
  const props = { ref: form, method: 'post', noValidate: true, onSubmit: submit } as const;
  return { ...draft, props, errors, clear, busy, discard, decide };
}
