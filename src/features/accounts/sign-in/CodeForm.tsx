import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { FormField } from '#ui/forms/FormField.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { authMessage } from '../auth-message.api.ts';
import { codeSchema, type LinkType } from '../mail-link.ts';
import { enterByMail } from '../session.store.ts';

interface Props {
  type: LinkType;
  /** The address that the mail went to, where it is known. */
  email: string;
  onEmail?: (email: string) => void;
  onEntered: (type: LinkType) => void;
}

/** The six digits of an email that is read on another device. */
export function CodeForm({ type, email, onEmail, onEntered }: Props) {
  const [code, setCode] = useState('');
  const [half, setHalf] = useState(false);
  const form = useSchemaForm({
    schema: codeSchema,
    values: { email, code },
    send: async (proof) => {
      if (!(await enterByMail(type, proof))) return setHalf(true);
      onEntered(type);
      return 'redirecting';
    },
    explain: (error) => ({ field: 'code', message: authMessage(error) }),
  });
  return (
    <form {...form.props} className="flex flex-col gap-5">
      {onEmail && (
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
      )}
      <FormField
        label="Six-digit code"
        required
        error={form.errors.code}
        hint="In the email, below the link."
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onText={setCode}
      />
      <Button type="submit" size="lg" busy={form.busy}>
        Use the Code
      </Button>
      <p role="status" className="empty:hidden">
        {half && 'Now open the email we sent to your other address.'}
      </p>
    </form>
  );
}
