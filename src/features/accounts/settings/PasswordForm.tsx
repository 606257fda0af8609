import { useState } from 'react';
import { clearSent } from '#lib/draft.ts';
import { LIMITS } from '#lib/limits.ts';
import { Button } from '#ui/Button.tsx';
import { Input } from '#ui/forms/controls.tsx';
import { FormField } from '#ui/forms/FormField.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { toast } from '#ui/overlays/toast.ts';
import { passwordChangeSchema } from '../account.ts';
import { changePassword } from '../auth.api.ts';
import { authMessage } from '../auth-message.api.ts';

const FIELDS = ['present', 'next'] as const;
const EMPTY = { present: '', next: '' };

/** A new password for a person who knows the current one. */
export function PasswordForm({ email }: { email: string }) {
  const [draft, setDraft] = useState(EMPTY);
  const { props, errors, busy } = useSchemaForm({
    schema: passwordChangeSchema,
    fields: FIELDS,
    values: draft,
    send: async ({ present, next }) => {
      await changePassword(email, present, next);
      setDraft((now) => clearSent(now, draft, EMPTY));
      void toast.success('Your new password is saved');
    },
    explain: authMessage,
  });
  const field = (name: (typeof FIELDS)[number], label: string, autoComplete: string) => (
    <FormField
      label={label}
      required
      error={errors[name]}
      hint={name === 'next' && `At least ${LIMITS.passwordMin} characters.`}
      type="password"
      name={name}
      autoComplete={autoComplete}
      value={draft[name]}
      onText={(text) => setDraft((now) => ({ ...now, [name]: text }))}
    />
  );
  return (
    <form {...props} className="flex flex-col gap-4">
      <Input type="hidden" name="email" autoComplete="username" value={email} />
      {field('present', 'Current password', 'current-password')}
      {field('next', 'New password', 'new-password')}
      <Button type="submit" variant="secondary" busy={busy} className="self-start">
        Change Password
      </Button>
    </form>
  );
}
