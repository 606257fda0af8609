import { useState } from 'react';
import { serverViolation } from '#data/server-violation.ts';
import { MESSAGES } from '#lib/errors.ts';
import { Button } from '#ui/Button.tsx';
import { FormField } from '#ui/forms/FormField.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { renewRequestLink } from './request-link.api.ts';
import { lostLinkSchema } from './tracked-request.ts';

const FAILED = 'The link wasn’t sent. Try again.';

/** No link, or one that opens nothing: a new one is mailed. The answer is the same whether or not the address is known. */
export function LostLink() {
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useSchemaForm({
    schema: lostLinkSchema,
    fields: ['email'],
    values: { email },
    send: async (valid) => {
      await renewRequestLink(valid.email);
      setSentTo(valid.email);
    },
    explain: (error) => serverViolation(error, ['email'], FAILED),
  });
  return (
    <div className="flex max-w-xl flex-col gap-8">
      <p role="status" className="text-lg">
        {MESSAGES.link_refused}
      </p>
      <section aria-labelledby="lost-link" className="rounded-card bg-paper-2 p-6">
        <h2 id="lost-link" className="font-display text-2xl">
          Lost your link?
        </h2>
        <form {...form.props} className="mt-5 flex flex-col gap-5">
          <FormField
            label="Email"
            required
            error={form.errors.email}
            name="email"
            type="email"
            autoComplete="email"
            value={email}
            onText={setEmail}
          />
          <Button type="submit" busy={form.busy} className="self-start">
            Send Link
          </Button>
          <p role="status" className="empty:hidden">
            {sentTo && `If there is a request from ${sentTo}, its link is on its way.`}
          </p>
        </form>
      </section>
    </div>
  );
}
