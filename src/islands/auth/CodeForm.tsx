import { useState } from 'react';
import { authMessage } from '#data/auth-message.ts';
import { codeSchema, type LinkType } from '#domain/mail-link.ts';
import { violations } from '#domain/violations.ts';
import { enterByMail } from '#stores/session.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { TextInput } from '#ui/inputs.tsx';
import { useFormErrors } from '#ui/use-form-errors.ts';
import { useSubmit } from '#ui/use-submit.ts';

const FIELDS = ['email', 'code'] as const;

interface Props {
  type: LinkType;
  /** The address that the mail went to, where it is known. */
  email: string;
  onEmail?: (email: string) => void;
  onEntered: (type: LinkType) => void;
}

/** Types in the six digits of a mail, for whoever reads it on another device. */
export function CodeForm({ type, email, onEmail, onEntered }: Props) {
  const { form, errors, refuse, clear } = useFormErrors<(typeof FIELDS)[number]>();
  const [code, setCode] = useState('');
  const [half, setHalf] = useState(false);
  const { busy, submit } = useSubmit(
    async () => {
      clear();
      const parsed = codeSchema.safeParse({ email, code });
      if (!parsed.success) return refuse(violations(parsed.error, FIELDS));
      if (!(await enterByMail(type, parsed.data))) return setHalf(true);
      onEntered(type);
      return 'leaving';
    },
    (error) => refuse([{ field: 'code', message: authMessage(error) }]),
  );
  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
      {onEmail && (
        <Field
          label="Email"
          required
          error={errors.email}
          hint="The address that the mail went to."
        >
          <TextInput
            name="email"
            type="email"
            autoComplete="username"
            value={email}
            onChange={(event) => onEmail(event.target.value)}
          />
        </Field>
      )}
      <Field
        label="Six-digit code"
        required
        error={errors.code}
        hint="It stands in the mail, below the link."
      >
        <TextInput
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      <Button type="submit" size="lg" busy={busy}>
        Use the Code
      </Button>
      <p role="status" className="empty:hidden">
        {half && 'Thank you. Your other address has to confirm as well: please open its mail.'}
      </p>
    </form>
  );
}
