import { useState } from 'react';
import { paths } from '#config/paths.ts';
import { requestRecovery } from '#data/auth.ts';
import { authMessage } from '#data/auth-message.ts';
import { recoverySchema } from '#domain/account.ts';
import type { LinkType } from '#domain/mail-link.ts';
import { violations } from '#domain/violations.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { TextInput } from '#ui/inputs.tsx';
import { useFormErrors } from '#ui/use-form-errors.ts';
import { useSubmit } from '#ui/use-submit.ts';
import { CodeForm } from './CodeForm.tsx';

interface Props {
  email: string;
  onEmail: (email: string) => void;
  onEntered: (type: LinkType) => void;
  onBack: () => void;
}

/** Asks for the mail with the link. The answer is the same whether or not the account exists. */
export function RecoverForm({ email, onEmail, onEntered, onBack }: Props) {
  const { form, errors, refuse, clear } = useFormErrors<'email'>();
  const [sentTo, setSentTo] = useState<string | null>(null);

  const send = async () => {
    clear();
    const parsed = recoverySchema.safeParse({ email });
    if (!parsed.success) return refuse(violations<'email'>(parsed.error, ['email']));
    await requestRecovery(parsed.data.email, `${location.origin}${paths.recovery}`);
    setSentTo(parsed.data.email);
  };
  const { busy, submit } = useSubmit(send, (error) =>
    refuse([{ field: null, message: authMessage(error) }]),
  );

  return (
    <>
      <form ref={form} method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
        <Field
          label="Email"
          required
          error={errors.email}
          hint="We send you a link that lets you choose a new password."
        >
          <TextInput
            name="email"
            type="email"
            autoComplete="username"
            value={email}
            onChange={(event) => onEmail(event.target.value)}
          />
        </Field>
        <Button type="submit" size="lg" busy={busy}>
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
