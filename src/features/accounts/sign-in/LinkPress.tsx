import { useState } from 'react';
import { AppError } from '#data/app-error.ts';
import { Button } from '#ui/Button.tsx';
import { useAttempt } from '#ui/hooks/use-attempt.ts';
import { toast } from '#ui/overlays/toast.ts';
import { authMessage } from '../auth-message.api.ts';
import type { LinkType } from '../mail-link.ts';
import { enterByMail } from '../session.store.ts';
import type { AuthLink } from './auth-url.ts';
import { LINK_TEXTS } from './link-texts.ts';
import { NewMail } from './NewMail.tsx';

interface Props {
  link: AuthLink;
  onEntered: (type: LinkType) => void;
  onRecover: () => void;
  onSignIn: () => void;
}

/**
 * What the link of a mail opens: it asks for a press, and only that spends the link. Whatever else reads mails, such as
 * the scanner of a mail server, follows links but presses nothing.
 */
export function LinkPress({ link, onEntered, onRecover, onSignIn }: Props) {
  const [state, setState] = useState<'asking' | 'half' | 'spent'>('asking');
  const { busy, attempt } = useAttempt((error) => {
    // Told apart by what can be done: a link that is spent needs a new mail, anything else another press.
    const spent = error instanceof AppError && [403, 404, 422].includes(error.status);
    if (spent) setState('spent');
    else void toast.error(authMessage(error));
  });
  const press = () =>
    attempt(async () => {
      if (!(await enterByMail(link.type, link))) return setState('half');
      onEntered(link.type);
      return 'redirecting';
    });

  if (state === 'spent')
    return <NewMail type={link.type} onRecover={onRecover} onSignIn={onSignIn} />;
  const { title, text, button } = LINK_TEXTS[link.type];
  return (
    <div className="flex flex-col gap-6">
      <h1 className="font-display text-3xl text-balance">{title}</h1>
      {state === 'half' ? (
        <p role="status">Now open the email we sent to your other address.</p>
      ) : (
        <>
          {text && <p>{text}</p>}
          <Button size="lg" busy={busy} onClick={press}>
            {button}
          </Button>
        </>
      )}
    </div>
  );
}
