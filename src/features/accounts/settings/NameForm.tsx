import { Button } from '#ui/Button.tsx';
import { textFields } from '#ui/forms/FormField.tsx';
import { SavedElsewhere } from '#ui/forms/SavedElsewhere.tsx';
import { useDraftForm } from '#ui/forms/use-draft-form.ts';
import { toast } from '#ui/overlays/toast.ts';
import { displayNameFormSchema } from '../account.ts';
import { changeName, readName } from '../auth.api.ts';
import { authMessage } from '../auth-message.api.ts';

type Name = { name: string };

/** The name that the sidebar and the navigation bar greet with. */
export function NameForm({ name }: Name) {
  const edit = useDraftForm<Name, Name, 'name'>({
    begin: () => ({ stored: { name }, draft: { name } }),
    show: (stored) => stored,
    schema: displayNameFormSchema,
    fields: ['name'],
    write: async (typed, _changed, stored) => {
      const next = displayNameFormSchema.parse(typed);
      await changeName(next.name, stored.name);
      return next;
    },
    read: async () => ({ name: await readName() }),
    onSaved: () => void toast.success('Your name is saved'),
    explain: authMessage,
  });
  return (
    <>
      <form {...edit.props} className="flex flex-col gap-4">
        {textFields(edit)('name', { label: 'Display name', required: true, autoComplete: 'name' })}
        <Button type="submit" variant="secondary" busy={edit.busy} className="self-start">
          Save Name
        </Button>
      </form>
      <SavedElsewhere form={edit} label={() => 'Display name'} />
    </>
  );
}
