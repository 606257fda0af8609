import { useState } from 'react';
import { paths } from '#config/paths.ts';
import { requestRecovery } from '#data/auth.ts';
import { authMessage } from '#data/auth-message.ts';
import { recoverySchema } from '#domain/account.ts';
import type { LinkType } from '#domain/mail-link.ts';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useSchemaForm } from '#ui/use-schema-form.ts';
import { CodeForm } from './CodeForm.tsx';

interface Props {
  email: string;
  onEmail: (email: string) => void;
  onEntered: (type: LinkType) => void;
  onBack: () => void;
}

/** Asks for the mail with the link. The answer is the same whether or not the account exists. */
export function RecoverForm({ email, onEmail, onEntered, onBack }: Props) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useSchemaForm({
    schema: recoverySchema,
    fields: ['email'],
    values: { email },
    send: async (valid) => {
      await requestRecovery(valid.email, `${location.origin}${paths.recovery}`);
      setSentTo(valid.email);
    },
    explain: authMessage,
  });

  return (
    <>
      <form {...form.props} className="flex flex-col gap-5">
        <TextField
          label="Email"
          required
          error={form.errors.email}
          hint="We send you a link that lets you choose a new password."
          name="email"
          type="email"
          autoComplete="username"
          value={email}
          onText={onEmail}
        />
        <Button type="submit" size="lg" busy={form.busy}>
          Send Link
        </Button>
        <p role="status" className="rounded-control text-ink empty:hidden">
          {sentTo &&
            `If an account exists for ${sentTo}, a link is on its way. It works once, and for an hour. You can also type the code of the mail in here.`}
        </p>
      </form>
      {sentTo && <CodeForm type="recovery" email={sentTo} onEntered={onEntered} />}
      <Button variant="ghost" size="sm" onClick={onBack}>
        Back to sign in
      </Button>
    </>
  );
}
