import { plural } from '#lib/format.ts';
import { LIMITS } from '#lib/limits.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/Dialog.tsx';
import { FormField } from '#ui/forms/FormField.tsx';
import { Checkbox } from '#ui/forms/toggles.tsx';
import { type NewsletterItem, type NewsletterState, newsletterLine } from '../newsletter.ts';
import { IssuePreview } from './IssuePreview.tsx';
import { type IssueProps, useIssue } from './use-issue.ts';

/** An issue: what it says, what is in it, how it looks, and the two ways to send it. */
export function ComposeIssue(props: IssueProps) {
  const { newsletter } = props;
  const { text, change, artists, murals, form, asked, cancel, aim, ...items } = useIssue(props);
  const empty = artists.length + murals.length === 0;
  return (
    <div className="grid gap-8 lg:grid-cols-2 lg:items-start">
      <form {...form.props} className="flex flex-col gap-5">
        <FormField
          label="Subject"
          required
          name="subject"
          error={form.errors.subject}
          value={text.subject}
          onText={(subject) => change({ subject })}
        />
        <FormField
          label="Introduction"
          name="intro"
          error={form.errors.intro}
          limit={LIMITS.newsletterIntro}
          value={text.intro}
          onText={(intro) => change({ intro })}
        />
        <Choice title="New artists" all={newsletter.artists} {...items} />
        <Choice title="New murals" all={newsletter.murals} {...items} />
        {empty && <p className="text-ink-2">{whyEmpty(newsletter)}</p>}
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
            disabled={empty || newsletter.confirmed === 0}
            onClick={() => aim(true)}
          >
            Send to All
          </Button>
        </div>
        <ConfirmDialog
          open={asked}
          onClose={cancel}
          title={`Send it to ${plural(newsletter.confirmed, 'subscriber')}?`}
          confirmLabel="Send"
          busy={form.busy}
          onConfirm={() => void form.props.onSubmit()}
        >{`“${text.subject.trim()}” leaves at once, and cannot be taken back.`}</ConfirmDialog>
      </form>
      <IssuePreview text={text} artists={artists} murals={murals} />
    </div>
  );
}

const whyEmpty = ({ artists, murals }: NewsletterState) =>
  artists.length + murals.length > 0
    ? 'Choose at least one artist or mural.'
    : 'No public artist or mural is newer than a month.';

interface ChoiceProps {
  title: string;
  all: NewsletterItem[];
  has: (item: NewsletterItem) => boolean;
  toggle: (item: NewsletterItem) => void;
}

/** What can be in an issue; all of it is, until somebody leaves something out. */
function Choice({ title, all, has, toggle }: ChoiceProps) {
  if (all.length === 0) return null;
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 font-semibold">{title}</legend>
      {all.map((item) => (
        <Checkbox
          key={item.id}
          label={newsletterLine(item)}
          checked={has(item)}
          onChange={() => toggle(item)}
        />
      ))}
    </fieldset>
  );
}
