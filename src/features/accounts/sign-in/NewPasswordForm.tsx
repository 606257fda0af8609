import { useState } from 'react';
import { LIMITS } from '#lib/limits.ts';
import { Button } from '#ui/Button.tsx';
import { Input } from '#ui/forms/controls.tsx';
import { FormField } from '#ui/forms/FormField.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { newPasswordSchema } from '../account.ts';
import { setPassword } from '../auth.api.ts';
import { authMessage } from '../auth-message.api.ts';

/** Where the link of a recovery mail ends: the session it brought may set a password. */
export function NewPasswordForm({ email, onDone }: { email: string; onDone: () => void }) {
  const [password, setValue] = useState('');
  const form = useSchemaForm({
    schema: newPasswordSchema,
    fields: ['password'],
    values: { password },
    send: async (valid) => {
      await setPassword(valid.password);
      onDone();
      return 'redirecting';
    },
    explain: authMessage,
  });

  return (
    <form {...form.props} className="flex flex-col gap-5">
      {/* Tells a password manager whose password this is. */}
      <Input type="hidden" name="email" autoComplete="username" value={email} readOnly />
      <FormField
        label="New password"
        required
        error={form.errors.password}
        hint={`At least ${LIMITS.passwordMin} characters.`}
        type="password"
        name="password"
        autoComplete="new-password"
        value={password}
        onText={setValue}
      />
      <Button type="submit" size="lg" busy={form.busy}>
        Save Password
      </Button>
    </form>
  );
}
