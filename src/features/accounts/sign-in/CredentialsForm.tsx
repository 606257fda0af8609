import { useState } from 'react';
import { AppError } from '#data/app-error.ts';
import { LIMITS } from '#lib/limits.ts';
import { TOASTS } from '#lib/toasts.ts';
import { Button } from '#ui/Button.tsx';
import { textFields } from '#ui/forms/FormField.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { toast } from '#ui/overlays/toast.ts';
import { credentialsSchema, type SignUpRole, signUpSchema } from '../account.ts';
import { signUp } from '../auth.api.ts';
import { authMessage } from '../auth-message.api.ts';
import { logIn } from '../session.store.ts';
import { RoleChoice } from './RoleChoice.tsx';

type Credentials = { name?: string | null; email: string; password: string };

interface Props {
  registering: boolean;
  role: SignUpRole;
  email: string;
  onEmail: (email: string) => void;
  /** Called before signing in with the toast for the page after it, so that the session that appears is known to be this form's. */
  onSigningIn: (farewell: string) => void;
  /** An account that is not signed in. Told whether the address has to confirm first. */
  onSignedUp: (waits: boolean) => void;
  /** Signing in failed because the address has not confirmed yet. */
  onUnconfirmed: () => void;
  onForgotten: () => void;
}

/** Sign in and sign up: the same two fields, with the rules and toasts of sections 5 and 8. */
export function CredentialsForm(props: Props) {
  const { registering, email, onEmail } = props;
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [role, setRole] = useState(props.role);

  const signIn = async (valid: Credentials) => {
    props.onSigningIn(TOASTS.loggedIn);
    await logIn(valid.email, valid.password);
    return 'redirecting' as const;
  };
  /** Signs in a person who has just joined; where that fails, they can do it themselves. */
  const enter = async (valid: Credentials) => {
    props.onSigningIn(TOASTS.accountCreated);
    try {
      await logIn(valid.email, valid.password);
      return true;
    } catch (error) {
      console.error(error);
      return false;
    }
  };
  const register = async (valid: Credentials) => {
    const values = { name: null, ...valid };
    const waits = await signUp({ ...values, role, confirmAt: location.origin });
    if (!waits && (await enter(valid))) return 'redirecting' as const;
    if (!waits) void toast.success(TOASTS.accountCreated);
    setPassword((now) => (now === password ? '' : now));
    props.onSignedUp(waits);
    return undefined;
  };
  const form = useSchemaForm<Record<keyof Credentials, string>, Credentials>({
    schema: registering ? signUpSchema : credentialsSchema,
    values: { name, email, password },
    send: registering ? register : signIn,
    explain: (error) => {
      if (error instanceof AppError && error.code === 'email_not_confirmed') props.onUnconfirmed();
      return authMessage(error);
    },
  });

  const field = textFields({
    draft: { name, email, password },
    errors: form.errors,
    set: (changed, text) =>
      ({ name: setName, email: onEmail, password: setPassword })[changed](text),
  });
  return (
    <form {...form.props} className="flex flex-col gap-5">
      {registering && <RoleChoice role={role} onChange={setRole} />}
      {registering && field('name', { label: 'Name', autoComplete: 'name' })}
      {field('email', {
        label: 'Email',
        required: true,
        type: 'email',
        autoComplete: registering ? 'email' : 'username',
      })}
      {field('password', {
        label: 'Password',
        required: true,
        hint: registering && `At least ${LIMITS.passwordMin} characters.`,
        type: 'password',
        autoComplete: registering ? 'new-password' : 'current-password',
      })}
      <Button type="submit" size="lg" busy={form.busy}>
        {registering ? 'Sign Up' : 'Sign In'}
      </Button>
      {!registering && (
        <Button variant="ghost" size="sm" onClick={props.onForgotten}>
          Forgot Your Password?
        </Button>
      )}
    </form>
  );
}
