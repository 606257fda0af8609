import type { Conflict } from '#lib/draft.ts';
import { type Chips, ChipsText } from '../forms/ChipsField.tsx';
import { EditFoot } from '../forms/EditFoot.tsx';
import { type FieldView, FormField } from '../forms/FormField.tsx';
import { SavedElsewhere } from '../forms/SavedElsewhere.tsx';
import type { Choices } from '../forms/use-draft.ts';

interface Form<Draft> {
  props: object;
  draft: Draft;
  errors: Partial<Record<keyof Draft & string, string>>;
  set: <Field extends keyof Draft & string>(field: Field, value: Draft[Field]) => void;
  busy: boolean;
  unsaved: boolean;
  question: Conflict<Draft>[] | null;
  decide: (choices: Choices<Draft>) => void;
  postpone: () => void;
}

/** How a field is shown: `chips` for a list with commas between its items. */
export type EditView<Field extends string> = FieldView & { name: Field; chips?: Chips };

interface Props<Draft> {
  form: Form<Draft>;
  views: readonly EditView<keyof Draft & string>[];
  onCancel: () => void;
}

/** A form of texts in a dialog, with the question of both sides where another person has saved meanwhile. */
export function EditForm<Draft extends Record<keyof Draft & string, string>>(props: Props<Draft>) {
  const { form, views, onCancel } = props;
  const viewOf = (field: string) => views.find(({ name }) => name === field);
  return (
    <>
      <form {...form.props} className="space-y-5">
        {views.map(({ chips, ...view }) => {
          const { name, label } = view;
          const field = {
            name,
            error: form.errors[name],
            value: form.draft[name],
            onText: (text: string) => form.set(name, text as Draft[keyof Draft & string]),
          };
          return chips ? (
            <ChipsText key={name} {...chips} {...field} label={label} />
          ) : (
            <FormField key={name} {...view} {...field} />
          );
        })}
        <EditFoot unsaved={form.unsaved} busy={form.busy} label="Save" onCancel={onCancel} />
      </form>
      <SavedElsewhere
        form={form}
        label={(field) => viewOf(field)?.label ?? field}
        words={(value, field) =>
          viewOf(field)?.options?.find((option) => option.value === value)?.label ?? value
        }
      />
    </>
  );
}
