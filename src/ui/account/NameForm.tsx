import { useState } from 'react';
import { displayNameFormSchema } from '#domain/account.ts';
import { violations } from '#domain/violations.ts';
import { Button } from '../Button.tsx';
import { Field } from '../Field.tsx';
import { TextInput } from '../inputs.tsx';
import { toast } from '../toast.ts';
import { useFormErrors } from '../use-form-errors.ts';
import { useSubmit } from '../use-submit.ts';
import type { AccountActions } from './types.ts';

interface Props {
  name: string;
  actions: Pick<AccountActions, 'changeName' | 'explain'>;
}

/** The name that the sidebar and the navigation bar greet with. */
export function NameForm({ name, actions }: Props) {
  const [draft, setDraft] = useState(name);
  const { form, errors, refuse, clear } = useFormErrors<'name'>();
  const send = async () => {
    clear();
    const parsed = displayNameFormSchema.safeParse({ name: draft });
    if (!parsed.success) return refuse(violations<'name'>(parsed.error, ['name']));
    await actions.changeName(parsed.data.name);
    void toast.success('Your name is saved');
  };
  const { busy, submit } = useSubmit(send, (error) =>
    refuse([{ field: null, message: actions.explain(error) }]),
  );
  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Display name" required error={errors.name}>
        <TextInput
          name="name"
          autoComplete="name"
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="secondary" busy={busy} className="self-start">
        Save Name
      </Button>
    </form>
  );
}
