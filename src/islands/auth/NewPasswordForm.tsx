import { useState } from 'react';
import { setPassword } from '#data/auth.ts';
import { authMessage } from '#data/auth-message.ts';
import { newPasswordSchema } from '#domain/account.ts';
import { LIMITS } from '#domain/limits.ts';
import { violations } from '#domain/violations.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { PasswordInput } from '#ui/PasswordInput.tsx';
import { useFormErrors } from '#ui/use-form-errors.ts';
import { useSubmit } from '#ui/use-submit.ts';

/** Where the link of a recovery mail ends: the session it brought may set a password. */
export function NewPasswordForm({ email, onDone }: { email: string; onDone: () => void }) {
  const { form, errors, refuse, clear } = useFormErrors<'password'>();
  const [password, setValue] = useState('');

  const send = async () => {
    clear();
    const parsed = newPasswordSchema.safeParse({ password });
    if (!parsed.success) return refuse(violations<'password'>(parsed.error, ['password']));
    await setPassword(parsed.data.password);
    onDone();
    return 'leaving';
  };
  const { busy, submit } = useSubmit(send, (error) =>
    refuse([{ field: null, message: authMessage(error) }]),
  );

  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
      {/* Tells a password manager whose password this is. */}
      <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
      <Field
        label="New password"
        required
        error={errors.password}
        hint={`At least ${LIMITS.passwordMin} characters.`}
      >
        <PasswordInput
          name="password"
          autoComplete="new-password"
          value={password}
          onChange={(event) => setValue(event.target.value)}
        />
      </Field>
      <Button type="submit" size="lg" busy={busy}>
        Save Password
      </Button>
    </form>
  );
}
