import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { resendAuthMail } from '../auth-mail.api.ts';
import type { LinkType } from '../mail-link.ts';
import { MailForm } from './MailForm.tsx';

interface Props {
  type: LinkType;
  onRecover: () => void;
  onSignIn: () => void;
}

/** What to do where it is not a form: whom to ask, or where. */
const ADVICE: Partial<Record<LinkType, string>> = {
  invite: 'Ask the person who invited you for a new one.',
  email_change: 'Sign in and ask for the change again in your settings.',
  email_change_undo:
    'If someone else uses your account, a new password cancels what they asked for.',
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
            : 'Links from our emails work once, and for an hour.'}
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

/** Asks for the confirmation of a sign-up again. */
function ResendForm() {
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <MailForm
      email={email}
      onEmail={setEmail}
      button="Send a New Email"
      send={async (address) => {
        await resendAuthMail('signup', address);
        setSentTo(address);
      }}
      sent={
        sentTo && `If a sign-up of ${sentTo} waits for its confirmation, an email is on its way.`
      }
    />
  );
}
