import { useEffect } from 'react';
import { paths } from '#config/paths.ts';
import { Button, ButtonLink, SmallButton } from '#ui/Button.tsx';
import { textFields } from '#ui/forms/FormField.tsx';
import { useTypedForm } from '#ui/forms/use-typed-form.ts';
import { useAttempt } from '#ui/hooks/use-attempt.ts';
import { toast } from '#ui/overlays/toast.ts';
import { emailFormSchema } from '../account.ts';
import { refreshAccount, requestEmail, resendAuthMail } from '../auth-mail.api.ts';
import { authMessage } from '../auth-message.api.ts';

interface Props {
  email: string;
  /** The address that waits for its confirmation; null when none does. */
  newEmail: string | null;
}

/** Another address for the account: it confirms first, and until then nothing changes. */
export function EmailForm({ email, newEmail }: Props) {
  // A link may have been pressed elsewhere.
  useEffect(() => void refreshAccount().catch(() => {}), []);

  const form = useTypedForm({
    begin: () => ({ email: '' }),
    schema: emailFormSchema,
    send: async (valid): Promise<void> => {
      if (valid.email.toLowerCase() === email.toLowerCase())
        return form.refuse([{ field: 'email', message: 'This is your address already' }]);
      await requestEmail(valid.email, location.origin + location.pathname);
      form.set('email', '');
      void toast.success('Please open the email we sent to your new address');
    },
    explain: authMessage,
  });
  return (
    <div className="flex flex-col gap-5">
      {newEmail && <Pending email={email} newEmail={newEmail} />}
      <form {...form.props} className="flex flex-col gap-4">
        {textFields(form)('email', {
          label: 'New email address',
          required: true,
          type: 'email',
          autoComplete: 'email',
        })}
        <Button type="submit" variant="secondary" busy={form.busy} className="self-start">
          Change Email Address
        </Button>
      </form>
    </div>
  );
}

/** A change that waits for its mail to be opened. */
function Pending({ email, newEmail }: Props) {
  const { busy, attempt } = useAttempt((error) => void toast.error(authMessage(error)));
  const resend = () =>
    attempt(async () => {
      await resendAuthMail('email_change', email);
      void toast.success('The email is on its way again');
    });
  return (
    <div role="status" className="flex flex-col gap-3 rounded-card border-2 border-line p-4">
      <p className="wrap-anywhere">
        <strong>{newEmail}</strong> isn’t confirmed yet. Open the email we sent there.
      </p>
      <div className="flex flex-wrap gap-2">
        <SmallButton busy={busy} onClick={resend}>
          Send the Email Again
        </SmallButton>
        <ButtonLink size="sm" variant="ghost" href={paths.code('email_change')}>
          Type In the Code
        </ButtonLink>
      </div>
    </div>
  );
}
