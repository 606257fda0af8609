import { useState } from 'react';
import { resendMail } from '#data/auth-mail.ts';
import { authMessage } from '#data/auth-message.ts';
import { recoverySchema } from '#domain/account.ts';
import type { LinkType } from '#domain/mail-link.ts';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useSchemaForm } from '#ui/use-schema-form.ts';

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
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useSchemaForm({
    schema: recoverySchema,
    fields: ['email'],
    values: { email },
    send: async (valid) => {
      await resendMail('signup', valid.email);
      setSentTo(valid.email);
    },
    explain: authMessage,
  });
  return (
    <form {...form.props} className="flex w-full flex-col gap-4">
      <TextField
        label="Email"
        required
        error={form.errors.email}
        name="email"
        type="email"
        autoComplete="username"
        value={email}
        onText={setEmail}
      />
      <Button type="submit" busy={form.busy}>
        Send a New Mail
      </Button>
      <p role="status" className="empty:hidden">
        {sentTo && `If a sign-up of ${sentTo} waits for its confirmation, a mail is on its way.`}
      </p>
    </form>
  );
}
