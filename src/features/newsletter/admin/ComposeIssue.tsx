import { plural } from '#lib/format.ts';
import { LIMITS } from '#lib/limits.ts';
import { Button } from '#ui/Button.tsx';
import { textFields } from '#ui/forms/FormField.tsx';
import { ConfirmDialog } from '#ui/overlays/Dialog.tsx';
import { type NewsletterItem, newsletterLine } from '../newsletter.ts';
import { type IssueProps, useIssue } from './use-issue.ts';

/** An issue: what it says, what is in it, and the two ways to send it. */
export function ComposeIssue(props: IssueProps) {
  const { confirmed, artists, murals } = props.newsletter;
  const { form, asked, cancel, aim } = useIssue(props);
  const field = textFields(form);
  const empty = artists.length + murals.length === 0;
  return (
    <form {...form.props} className="flex max-w-2xl flex-col gap-5">
      {field('subject', { label: 'Subject', required: true })}
      {field('intro', { label: 'Introduction', limit: LIMITS.newsletterIntro })}
      <Items title="New artists" items={artists} />
      <Items title="New murals" items={murals} />
      {empty && <p className="text-ink-2">No public artist or mural is newer than a month.</p>}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          variant="secondary"
          busy={form.busy}
          disabled={empty}
          onClick={() => aim(false)}
        >
          Send to Me
        </Button>
        <Button
          type="submit"
          busy={form.busy}
          disabled={empty || confirmed === 0}
          onClick={() => aim(true)}
        >
          Send to All
        </Button>
      </div>
      <ConfirmDialog
        open={asked}
        onClose={cancel}
        title={`Send it to ${plural(confirmed, 'subscriber')}?`}
        confirmLabel="Send"
        busy={form.busy}
        onConfirm={() => void form.props.onSubmit()}
      >{`“${form.draft.subject.trim()}” leaves at once, and cannot be taken back.`}</ConfirmDialog>
    </form>
  );
}

/** What is new, and so in the issue. */
function Items({ title, items }: { title: string; items: readonly NewsletterItem[] }) {
  if (items.length === 0) return null;
  return (
    <section>
      <h3 className="font-semibold">{title}</h3>
      <ul className="mt-2 list-disc ps-5">
        {items.map((item) => (
          <li key={item.id} className="wrap-anywhere">
            {newsletterLine(item)}
          </li>
        ))}
      </ul>
    </section>
  );
}
