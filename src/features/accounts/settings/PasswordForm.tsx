import { useState } from 'react';
import { clearSent } from '#lib/draft.ts';
import { LIMITS } from '#lib/limits.ts';
import { Button } from '#ui/Button.tsx';
import { Input } from '#ui/forms/controls.tsx';
import { textFields } from '#ui/forms/FormField.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { toast } from '#ui/overlays/toast.ts';
import { passwordChangeSchema } from '../account.ts';
import { changePassword } from '../auth.api.ts';
import { authMessage } from '../auth-message.api.ts';

const EMPTY = { present: '', next: '' };

/** A new password for a person who knows the current one. */
export function PasswordForm({ email }: { email: string }) {
  const [draft, setDraft] = useState(EMPTY);
  const { props, errors, busy } = useSchemaForm({
    schema: passwordChangeSchema,
    values: draft,
    send: async ({ present, next }) => {
      await changePassword(email, present, next);
      setDraft((now) => clearSent(now, draft, EMPTY));
      void toast.success('Your new password is saved');
    },
    explain: authMessage,
  });
  const field = textFields({
    draft,
    errors,
    set: (name, text) => setDraft((now) => ({ ...now, [name]: text })),
  });
  return (
    <form {...props} className="flex flex-col gap-4">
      <Input type="hidden" name="email" autoComplete="username" value={email} />
      {field('present', {
        label: 'Current password',
        required: true,
        type: 'password',
        autoComplete: 'current-password',
      })}
      {field('next', {
        label: 'New password',
        required: true,
        hint: `At least ${LIMITS.passwordMin} characters.`,
        type: 'password',
        autoComplete: 'new-password',
      })}
      <Button type="submit" variant="secondary" busy={busy} className="self-start">
        Change Password
      </Button>
    </form>
  );
}
