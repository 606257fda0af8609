import { useRef, useState } from 'react';
import { SITE } from '#config/site.ts';
import { serverViolation } from '#data/server-violation.ts';
import { plural } from '#lib/format.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useUnsavedWarning } from '#ui/forms/use-unsaved-warning.ts';
import { toast } from '#ui/overlays/toast.ts';
import {
  type IssueText,
  issueSchema,
  type NewsletterItem,
  type NewsletterState,
} from '../newsletter.ts';
import { sendNewsletter } from './issues.api.ts';

const SUBJECT = `New walls and artists at ${SITE.name}`;
const FIELDS = ['subject', 'intro'] as const;

export interface IssueProps {
  /** Makes sending safe to repeat. */
  id: string;
  newsletter: NewsletterState;
  onSent: () => void;
}

/** An issue that is being composed: its text, what is left out of it, and how it is sent. */
export function useIssue({ id, newsletter, onSent }: IssueProps) {
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
    explain: (error) => serverViolation(error, FIELDS, 'It could not be sent. Try again.'),
  });
  return {
    text,
    change: (part: Partial<IssueText>) => setText({ ...text, ...part }),
    artists,
    murals,
    form,
    /** Whether an item is in the issue. */
    has: (item: NewsletterItem) => !left.has(item.id),
    /** Takes an item out of the issue, or back in. */
    toggle: (item: NewsletterItem) => {
      const next = new Set(left);
      if (!next.delete(item.id)) next.add(item.id);
      setLeft(next);
    },
    /** Takes all of these out of the issue, or back in. */
    chooseAll: (items: readonly NewsletterItem[], on: boolean) => {
      const ids = items.map(({ id }) => id);
      setLeft(new Set(on ? [...left].filter((id) => !ids.includes(id)) : [...left, ...ids]));
    },
    /** Whether the person is asked to confirm sending it to all. */
    asked,
    cancel: () => setAsked(false),
    /** Says to whom the next submission goes. */
    aim: (all: boolean) => {
      toAll.current = all;
    },
  };
}
