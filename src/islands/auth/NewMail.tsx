import { useState } from 'react';
import { resendMail } from '#data/auth-mail.ts';
import { authMessage } from '#data/auth-message.ts';
import { recoverySchema } from '#domain/account.ts';
import type { LinkType } from '#domain/mail-link.ts';
import { violations } from '#domain/violations.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { TextInput } from '#ui/inputs.tsx';
import { useFormErrors } from '#ui/use-form-errors.ts';
import { useSubmit } from '#ui/use-submit.ts';

interface Props {
  type: LinkType;
  onRecover: () => void;
  onSignIn: () => void;
}

/** What to do where it is not a form: whom to ask, or where. */
const ADVICE: Partial<Record<LinkType, string>> = {
  invite: 'Ask whoever invited you to send the invitation again.',
  email_change:
    'Sign in and ask for the change once more; it is among the settings of your account.',
  email_change_undo:
    'If somebody else uses your account, choose a new password: that ends what they have asked for.',
};

/** A link that was used already, or is too old: says so, and offers the way to another one. */
export function NewMail({ type, onRecover, onSignIn }: Props) {
  const recovers = type === 'recovery' || type === 'email_change_undo';
  return (
    <div className="flex flex-col items-start gap-5">
      <div role="alert" className="flex flex-col gap-4">
        <h1 className="font-display text-3xl text-balance">This link has expired</h1>
        <p>
          {type === 'email_change_undo'
            ? 'This link works once, and for seven days.'
            : 'Links from our mails work once, and for an hour.'}
        </p>
        {ADVICE[type] && <p>{ADVICE[type]}</p>}
      </div>
      {type === 'signup' && <ResendForm />}
      {recovers && <Button onClick={onRecover}>Get a New Link</Button>}
      <Button variant={recovers ? 'ghost' : 'secondary'} onClick={onSignIn}>
        Go to Sign In
      </Button>
    </div>
  );
}

/** Asks for the confirmation of a sign-up again; the answer does not tell whether one waits. */
function ResendForm() {
  const { form, errors, refuse, clear } = useFormErrors<'email'>();
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { busy, submit } = useSubmit(
    async () => {
      clear();
      const parsed = recoverySchema.safeParse({ email });
      if (!parsed.success) return refuse(violations<'email'>(parsed.error, ['email']));
      await resendMail('signup', parsed.data.email);
      setSentTo(parsed.data.email);
    },
    (error) => refuse([{ field: null, message: authMessage(error) }]),
  );
  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={submit}
      className="flex w-full flex-col gap-4"
    >
      <Field label="Email" required error={errors.email}>
        <TextInput
          name="email"
          type="email"
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <Button type="submit" busy={busy}>
        Send a New Mail
      </Button>
      <p role="status" className="empty:hidden">
        {sentTo && `If a sign-up of ${sentTo} waits for its confirmation, a mail is on its way.`}
      </p>
    </form>
  );
}
