import { Button } from '#ui/Button.tsx';
import { FormField } from '#ui/forms/FormField.tsx';
import { SavedElsewhere } from '#ui/forms/SavedElsewhere.tsx';
import { useDraftForm } from '#ui/forms/use-draft-form.ts';
import { toast } from '#ui/toast.ts';
import { displayNameFormSchema } from '../account.ts';
import type { AccountActions } from './account-actions.ts';

interface Props {
  name: string;
  actions: Pick<AccountActions, 'changeName' | 'readName' | 'explain'>;
}

type Name = { name: string };

/** The name that the sidebar and the navigation bar greet with. */
export function NameForm({ name, actions }: Props) {
  const { draft, question, props, errors, busy, ...edit } = useDraftForm<Name, Name, 'name'>({
    begin: () => ({ stored: { name }, draft: { name } }),
    show: (stored) => stored,
    schema: displayNameFormSchema,
    fields: ['name'],
    write: async (typed, _changed, stored) => {
      const next = displayNameFormSchema.parse(typed);
      await actions.changeName(next.name, stored.name);
      return next;
    },
    read: async () => ({ name: await actions.readName() }),
    onSaved: () => void toast.success('Your name is saved'),
    explain: actions.explain,
  });
  return (
    <>
      <form {...props} className="flex flex-col gap-4">
        <FormField
          label="Display name"
          required
          error={errors.name}
          name="name"
          autoComplete="name"
          value={draft.name}
          onText={(name) => edit.set('name', name)}
        />
        <Button type="submit" variant="secondary" busy={busy} className="self-start">
          Save Name
        </Button>
      </form>
      <SavedElsewhere
        sides={question?.map((conflict) => ({ ...conflict, label: 'Display name' })) ?? null}
        busy={busy}
        onDecide={edit.decide}
        onClose={edit.postpone}
      />
    </>
  );
}
