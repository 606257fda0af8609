import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { useAttempt } from '#ui/hooks/use-attempt.ts';
import { toast } from '#ui/overlays/toast.ts';
import { resendAuthMail } from '../auth-mail.api.ts';
import { authMessage } from '../auth-message.api.ts';
import type { LinkType } from '../mail-link.ts';
import { CodeForm } from './CodeForm.tsx';

interface Props {
  email: string;
  onEntered: (type: LinkType) => void;
  onBack: () => void;
}

/** After a sign-up whose address has to confirm: open the mail, or type its code in here. */
export function CheckMail({ email, onEntered, onBack }: Props) {
  const [again, setAgain] = useState(false);
  const { busy, attempt } = useAttempt((error) => void toast.error(authMessage(error)));
  const resend = () =>
    attempt(async () => {
      await resendAuthMail('signup', email);
      setAgain(true);
    });
  return (
    <div className="flex flex-col gap-6">
      <p role="status" className="wrap-anywhere">
        We emailed <strong>{email}</strong>. Open the link or type the code within an hour.
      </p>
      <CodeForm type="signup" email={email} onEntered={onEntered} />
      <div className="flex flex-wrap gap-2">
        <Button variant="ghost" size="sm" busy={busy} onClick={resend}>
          {again ? 'Sent. Send It Once More' : 'No Email? Send It Again'}
        </Button>
        <Button variant="ghost" size="sm" onClick={onBack}>
          Back to Sign In
        </Button>
      </div>
    </div>
  );
}
