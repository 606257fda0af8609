import { LIMITS } from '#lib/limits.ts';
import { Button } from '#ui/Button.tsx';
import { Input } from '#ui/forms/controls.tsx';
import { textFields } from '#ui/forms/FormField.tsx';
import { useTypedForm } from '#ui/forms/use-typed-form.ts';
import { newPasswordSchema } from '../account.ts';
import { setPassword } from '../auth.api.ts';
import { authMessage } from '../auth-message.api.ts';

/** Where the link of a recovery mail ends: the session it brought may set a password. */
export function NewPasswordForm({ email, onDone }: { email: string; onDone: () => void }) {
  const form = useTypedForm({
    begin: () => ({ password: '' }),
    schema: newPasswordSchema,
    send: async ({ password }) => {
      await setPassword(password);
      onDone();
      return 'redirecting';
    },
    explain: authMessage,
  });

  return (
    <form {...form.props} className="flex flex-col gap-5">
      {/* Tells a password manager whose password this is. */}
      <Input type="hidden" name="email" autoComplete="username" value={email} readOnly />
      {textFields(form)('password', {
        label: 'New password',
        required: true,
        hint: `At least ${LIMITS.passwordMin} characters.`,
        type: 'password',
        autoComplete: 'new-password',
      })}
      <Button type="submit" size="lg" busy={form.busy}>
        Save Password
      </Button>
    </form>
  );
}
