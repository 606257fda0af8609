import { useState } from 'react';
import { whyRefused } from '#data/why-refused.ts';
import { MESSAGES } from '#lib/errors.ts';
import { Button } from '#ui/Button.tsx';
import { textFields } from '#ui/forms/FormField.tsx';
import { useTypedForm } from '#ui/forms/use-typed-form.ts';
import { renewRequestLink } from './request-link.api.ts';
import { lostLinkSchema } from './tracked-request.ts';

/** No link, or one that opens nothing: a new one is mailed. The answer is the same whether or not the address is known. */
export function LostLink() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useTypedForm({
    begin: () => ({ email: '' }),
    schema: lostLinkSchema,
    send: async ({ email }) => {
      await renewRequestLink(email);
      setSentTo(email);
    },
    explain: whyRefused('The link wasn’t sent. Try again.'),
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
          {textFields(form)('email', {
            label: 'Email',
            required: true,
            type: 'email',
            autoComplete: 'email',
          })}
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
