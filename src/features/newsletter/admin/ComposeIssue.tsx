import { SmallCopy } from '#features/pictures/chosen/SmallCopy.tsx';
import { plural } from '#lib/format.ts';
import { LIMITS } from '#lib/limits.ts';
import { Button } from '#ui/Button.tsx';
import { FormField } from '#ui/forms/FormField.tsx';
import { Checkbox } from '#ui/forms/toggles.tsx';
import { ConfirmDialog } from '#ui/overlays/Dialog.tsx';
import {
  type NewsletterChoice,
  type NewsletterItem,
  type NewsletterState,
  newsletterLine,
} from '../newsletter.ts';
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
  all: NewsletterChoice[];
  has: (item: NewsletterItem) => boolean;
  toggle: (item: NewsletterItem) => void;
  chooseAll: (items: readonly NewsletterItem[], on: boolean) => void;
}

/** What can be in an issue; all of it is, until an admin leaves something out. */
function Choice({ title, all, has, toggle, chooseAll }: ChoiceProps) {
  if (all.length === 0) return null;
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 font-semibold">{title}</legend>
      <div className="flex gap-2">
        {[true, false].map((on) => (
          <Button
            key={String(on)}
            variant="secondary"
            size="sm"
            disabled={all.every((item) => has(item) === on)}
            onClick={() => chooseAll(all, on)}
          >
            <span>{on ? 'All' : 'None'}</span>
            <span className="sr-only">{` of the ${title.toLowerCase()}`}</span>
          </Button>
        ))}
      </div>
      {all.map((item) => (
        <div key={item.id} className="flex items-center gap-3">
          <Thumbnail url={item.picture} />
          <Checkbox
            label={newsletterLine(item)}
            checked={has(item)}
            onChange={() => toggle(item)}
            className="min-w-0 flex-1 wrap-anywhere"
          />
        </div>
      ))}
    </fieldset>
  );
}

/** A small photo; an empty place where there is none. */
function Thumbnail({ url }: { url: string | null }) {
  const frame = 'size-12 shrink-0 rounded-control bg-line/40 object-cover';
  if (!url) return <span className={frame} />;
  return <SmallCopy url={url} alt="" sizes="3rem" className={frame} />;
}
