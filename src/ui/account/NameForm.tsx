import { displayNameFormSchema } from '#domain/account.ts';
import { violations } from '#domain/violations.ts';
import { Button } from '../Button.tsx';
import { Field } from '../Field.tsx';
import { TextInput } from '../inputs.tsx';
import { SavedElsewhere } from '../SavedElsewhere.tsx';
import { toast } from '../toast.ts';
import { useDraft } from '../use-draft.ts';
import { useFormErrors } from '../use-form-errors.ts';
import { useSubmit } from '../use-submit.ts';
import { useUnsavedWarning } from '../use-unsaved-warning.ts';
import type { AccountActions } from './types.ts';

interface Props {
  name: string;
  actions: Pick<AccountActions, 'changeName' | 'readName' | 'explain'>;
}

type Name = { name: string };
const asTyped = (stored: Name) => stored;

/** The name that the sidebar and the navigation bar greet with. */
export function NameForm({ name, actions }: Props) {
  const { form, errors, refuse, clear } = useFormErrors<'name'>();
  const { draft, unsaved, question, ...edit } = useDraft<Name, Name>({
    begin: () => ({ stored: { name }, draft: { name } }),
    show: asTyped,
    check: (typed) => {
      clear();
      const parsed = displayNameFormSchema.safeParse(typed);
      if (!parsed.success) refuse(violations<'name'>(parsed.error, ['name']));
      return parsed.success;
    },
    write: async (typed, _changed, stored) => {
      const next = displayNameFormSchema.parse(typed);
      await actions.changeName(next.name, stored.name);
      return next;
    },
    read: async () => ({ name: await actions.readName() }),
  });
  useUnsavedWarning(unsaved);
  const send = async () => {
    if ((await edit.save()) === 'saved') void toast.success('Your name is saved');
  };
  const { busy, submit } = useSubmit(send, (error) =>
    refuse([{ field: null, message: actions.explain(error) }]),
  );
  return (
    <>
      <form ref={form} method="post" noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Display name" required error={errors.name}>
          <TextInput
            name="name"
            autoComplete="name"
            value={draft.name}
            onChange={(event) => edit.set('name', event.target.value)}
          />
        </Field>
        <Button type="submit" variant="secondary" busy={busy} className="self-start">
          Save Name
        </Button>
      </form>
      <SavedElsewhere
        sides={question?.map((conflict) => ({ ...conflict, label: 'Display name' })) ?? null}
        busy={busy}
        onDecide={(choices) => {
          edit.decide(choices);
          void submit();
        }}
        onClose={edit.postpone}
      />
    </>
  );
}
