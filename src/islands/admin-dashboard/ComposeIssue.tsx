import { useRef, useState } from 'react';
import { SITE } from '#config/site.ts';
import { sendNewsletter } from '#data/admin-newsletter.ts';
import { serverViolation } from '#data/server-violation.ts';
import { plural } from '#domain/format.ts';
import { LIMITS } from '#domain/limits.ts';
import {
  type IssueText,
  issueSchema,
  type NewsletterItem,
  type NewsletterState,
  newsletterLine,
} from '#domain/newsletter.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/Dialog.tsx';
import { FormField } from '#ui/FormField.tsx';
import { toast } from '#ui/toast.ts';
import { Checkbox } from '#ui/toggles.tsx';
import { useSchemaForm } from '#ui/use-schema-form.ts';
import { useUnsavedWarning } from '#ui/use-unsaved-warning.ts';
import { IssuePreview } from './IssuePreview.tsx';

const SUBJECT = `New walls and artists at ${SITE.name}`;
const FIELDS = ['subject', 'intro'] as const;

interface Props {
  id: string;
  newsletter: NewsletterState;
  onSent: () => void;
}

/** An issue: what it says, what is in it, how it looks, and the two ways to send it. */
export function ComposeIssue({ id, newsletter, onSent }: Props) {
  const [text, setText] = useState<IssueText>({ subject: SUBJECT, intro: '' });
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState(false);
  const toAll = useRef(false);
  useUnsavedWarning(text.subject !== SUBJECT || text.intro !== '' || left.size > 0);
  const chosen = (items: NewsletterItem[]) => items.filter((item) => !left.has(item.id));
  const artists = chosen(newsletter.artists);
  const murals = chosen(newsletter.murals);
  const form = useSchemaForm({
    schema: issueSchema,
    fields: FIELDS,
    values: text,
    send: async (valid) => {
      if (toAll.current && !asked) return setAsked(true);
      setAsked(false);
      const ids = (items: NewsletterItem[]) => items.map((item) => item.id);
      const issue = { ...valid, id, artists: ids(artists), murals: ids(murals) };
      const recipients = await sendNewsletter(issue, toAll.current);
      if (!toAll.current) return void toast.success('It is on its way to you');
      void toast.success(`It is on its way to ${plural(recipients, 'subscriber')}`);
      onSent();
    },
    explain: (error) => {
      console.error(error);
      return serverViolation(error, FIELDS, 'It could not be sent. Please try again.');
    },
  });
  const turn = (item: NewsletterItem) => {
    const next = new Set(left);
    if (!next.delete(item.id)) next.add(item.id);
    setLeft(next);
  };
  const empty = artists.length + murals.length === 0;
  const choice = (title: string, items: NewsletterItem[]) =>
    items.length > 0 && (
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 font-semibold">{title}</legend>
        {items.map((item) => (
          <Checkbox
            key={item.id}
            label={newsletterLine(item)}
            checked={!left.has(item.id)}
            onChange={() => turn(item)}
          />
        ))}
      </fieldset>
    );
  return (
    <div className="grid gap-8 lg:grid-cols-2 lg:items-start">
      <form {...form.props} className="flex flex-col gap-5">
        <FormField
          label="Subject"
          required
          name="subject"
          error={form.errors.subject}
          value={text.subject}
          onText={(subject) => setText({ ...text, subject })}
        />
        <FormField
          label="Introduction"
          name="intro"
          error={form.errors.intro}
          limit={LIMITS.newsletterIntro}
          value={text.intro}
          onText={(intro) => setText({ ...text, intro })}
        />
        {choice('New artists', newsletter.artists)}
        {choice('New murals', newsletter.murals)}
        {empty && (
          <p className="text-ink-2">
            {newsletter.artists.length + newsletter.murals.length > 0
              ? 'Choose at least one artist or mural.'
              : 'No public artist or mural is newer than a month.'}
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            variant="secondary"
            busy={form.busy}
            disabled={empty}
            onClick={() => {
              toAll.current = false;
            }}
          >
            Send to Me
          </Button>
          <Button
            type="submit"
            busy={form.busy}
            disabled={empty || newsletter.confirmed === 0}
            onClick={() => {
              toAll.current = true;
            }}
          >
            Send to All
          </Button>
        </div>
        <ConfirmDialog
          open={asked}
          onClose={() => setAsked(false)}
          title={`Send it to ${plural(newsletter.confirmed, 'subscriber')}?`}
          confirmLabel="Send"
          busy={form.busy}
          onConfirm={() => void form.props.onSubmit()}
        >
          “{text.subject.trim()}” leaves at once, and cannot be taken back.
        </ConfirmDialog>
      </form>
      <IssuePreview text={text} artists={artists} murals={murals} />
    </div>
  );
}
