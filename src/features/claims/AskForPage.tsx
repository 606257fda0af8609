import { whyRefused } from '#data/why-refused.ts';
import { LIMITS } from '#lib/limits.ts';
import { Button } from '#ui/Button.tsx';
import { textFields } from '#ui/forms/FormField.tsx';
import { useTypedForm } from '#ui/forms/use-typed-form.ts';
import { type ClaimablePage, claimFormSchema } from './claim.ts';
import { claimArtist } from './claims.api.ts';

interface Props {
  page: ClaimablePage;
  onAsked: () => void;
}

/** "This Is Me": proved by a mail to the address on file, or decided by the people who run the site. */
export function AskForPage({ page, onAsked }: Props) {
  const { props, busy, ...form } = useTypedForm({
    begin: () => ({ note: '' }),
    schema: claimFormSchema,
    send: async (values) => {
      await claimArtist(page.id, values.note);
      onAsked();
    },
    explain: whyRefused('That didn’t work. Try again.'),
  });
  if (page.waiting) {
    return (
      <div role="status" className="space-y-3 text-lg">
        <p className="font-display text-2xl">You’ve said that this is you</p>
        <p className="max-w-prose">
          If we have an address for <span>{page.name}</span>, an email with a link is on its way
          there. Otherwise we’ll decide and let you know.
        </p>
      </div>
    );
  }
  return (
    <form {...props} className="flex flex-col gap-5">
      {textFields(form)('note', {
        label: 'How can we tell?',
        hint: 'Optional: a website or profile that names you. Only admins see it.',
        limit: LIMITS.reason,
      })}
      <Button type="submit" size="lg" busy={busy} className="self-start">
        This Is Me
      </Button>
    </form>
  );
}
