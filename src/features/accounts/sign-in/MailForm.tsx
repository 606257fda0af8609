import { Button, type ButtonSize } from '#ui/Button.tsx';
import { FormField } from '#ui/forms/FormField.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { emailFormSchema } from '../account.ts';
import { authMessage } from '../auth-message.api.ts';

interface Props {
  email: string;
  onEmail: (email: string) => void;

  button: string;
  size?: ButtonSize;
  /** Asks for the mail to this address. */
  send: (email: string) => Promise<void>;
  /** What to say once it was asked for; it does not tell whether the address is known. */
  sent: string | null;
}

/** Asks for a mail to an address. */
export function MailForm({ email, onEmail, button, size, send, sent }: Props) {
  const form = useSchemaForm({
    schema: emailFormSchema,
    values: { email },
    send: (valid) => send(valid.email),
    explain: authMessage,
  });
  return (
    <form {...form.props} className="flex w-full flex-col gap-5">
      <FormField
        label="Email"
        required
        error={form.errors.email}
        name="email"
        type="email"
        autoComplete="username"
        value={email}
        onText={onEmail}
      />
      <Button type="submit" size={size} busy={form.busy}>
        {button}
      </Button>
      <p role="status" className="empty:hidden">
        {sent}
      </p>
    </form>
  );
}
