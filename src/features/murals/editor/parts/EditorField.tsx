import { type FieldView, FormField } from '#ui/forms/FormField.tsx';
import type { MuralDraft, MuralField } from '../../mural-form.ts';
import type { OpenMural } from '../use-mural-form.ts';

interface Props extends Omit<FieldView, 'form'> {
  form: OpenMural;
  name: {
    [F in MuralField]: MuralDraft[F] extends string ? F : never;
  }[MuralField];
}

/** A field of the mural that holds text. */
export function EditorField({ form, name, ...view }: Props) {
  return (
    <FormField
      {...view}
      name={name}
      error={form.errors[name]}
      value={form.draft[name]}
      onText={(text) => form.set(name, text as never)}
    />
  );
}
