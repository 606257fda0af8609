import { useState } from 'react';
import { AppError } from '#data/app-error.ts';
import { signUp } from '#data/auth.ts';
import { authMessage } from '#data/auth-message.ts';
import { credentialsSchema, type SignUpRole, signUpSchema } from '#domain/account.ts';
import { LIMITS } from '#domain/limits.ts';
import { TOASTS } from '#domain/toasts.ts';
import { violations } from '#domain/violations.ts';
import { logIn } from '#stores/session.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { TextInput } from '#ui/inputs.tsx';
import { PasswordInput } from '#ui/PasswordInput.tsx';
import { toast } from '#ui/toast.ts';
import { useFormErrors } from '#ui/use-form-errors.ts';
import { useSubmit } from '#ui/use-submit.ts';
import { RoleChoice } from './RoleChoice.tsx';

const FIELDS = ['name', 'email', 'password'] as const;

interface Props {
  registering: boolean;
  role: SignUpRole;
  email: string;
  onEmail: (email: string) => void;
  /** Called before signing in, so that the session that appears is known to be this form's. */
  onSigningIn: () => void;
  /** Told whether the address has to confirm first. */
  onSignedUp: (waits: boolean) => void;
  /** Signing in failed because the address has not confirmed yet. */
  onUnconfirmed: () => void;
  onForgotten: () => void;
}

/** Sign in and sign up: the same two fields, with the rules and toasts of sections 5 and 8. */
export function CredentialsForm(props: Props) {
  const { registering, email, onEmail } = props;
  const { form, errors, refuse, clear } = useFormErrors<(typeof FIELDS)[number]>();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [role, setRole] = useState(props.role);

  const send = async () => {
    clear();
    const schema = registering ? signUpSchema : credentialsSchema;
    const parsed = schema.safeParse({ name, email, password });
    if (!parsed.success) return refuse(violations(parsed.error, FIELDS));
    const values = { name: null, ...parsed.data };
    if (!registering) {
      props.onSigningIn();
      await logIn(values.email, values.password);
      return 'leaving';
    }
    const waits = await signUp({ ...values, role, confirmAt: location.origin });
    if (!waits) void toast.success(TOASTS.accountCreated);
    setPassword((now) => (now === password ? '' : now));
    props.onSignedUp(waits);
  };
  const { busy, submit } = useSubmit(send, (error) => {
    refuse([{ field: null, message: authMessage(error) }]);
    if (error instanceof AppError && error.code === 'email_not_confirmed') props.onUnconfirmed();
  });

  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
      {registering && <RoleChoice role={role} onChange={setRole} />}
      {registering && (
        <Field label="Name" error={errors.name}>
          <TextInput
            name="name"
            autoComplete="name"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
      )}
      <Field label="Email" required error={errors.email}>
        <TextInput
          name="email"
          type="email"
          autoComplete={registering ? 'email' : 'username'}
          value={email}
          onChange={(event) => onEmail(event.target.value)}
        />
      </Field>
      <Field
        label="Password"
        required
        error={errors.password}
        hint={registering && `At least ${LIMITS.passwordMin} characters.`}
      >
        <PasswordInput
          name="password"
          autoComplete={registering ? 'new-password' : 'current-password'}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Button type="submit" size="lg" busy={busy}>
        {registering ? 'Sign Up' : 'Sign In'}
      </Button>
      {!registering && (
        <Button variant="ghost" size="sm" onClick={props.onForgotten}>
          Forgot it? Get a link by e-mail
        </Button>
      )}
    </form>
  );
}
