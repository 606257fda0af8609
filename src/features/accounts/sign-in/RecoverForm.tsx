import { useState } from 'react';
import { paths } from '#config/paths.ts';
import { Button } from '#ui/Button.tsx';
import { requestRecovery } from '../auth.api.ts';
import type { LinkType } from '../mail-link.ts';
import { CodeForm } from './CodeForm.tsx';
import { MailForm } from './MailForm.tsx';

interface Props {
  email: string;
  onEmail: (email: string) => void;
  onEntered: (type: LinkType) => void;
  onBack: () => void;
}

/** Asks for the mail with the link. The answer is the same whether or not the account exists. */
export function RecoverForm({ email, onEmail, onEntered, onBack }: Props) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <>
      <MailForm
        email={email}
        onEmail={onEmail}
        button="Send Link"
        size="lg"
        send={async (address) => {
          await requestRecovery(address, `${location.origin}${paths.recovery}`);
          setSentTo(address);
        }}
        sent={
          sentTo &&
          `If an account exists for ${sentTo}, a link is on its way. It works once, for an hour. Or type its code here.`
        }
      />
      {sentTo && <CodeForm type="recovery" email={sentTo} onEntered={onEntered} />}
      <Button variant="ghost" size="sm" onClick={onBack}>
        Back to Sign In
      </Button>
    </>
  );
}
