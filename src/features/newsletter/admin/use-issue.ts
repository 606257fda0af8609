import { useRef, useState } from 'react';
import { SITE } from '#config/site.ts';
import { whyRefused } from '#data/why-refused.ts';
import { plural } from '#lib/format.ts';
import { useTypedForm } from '#ui/forms/use-typed-form.ts';
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

export interface IssueProps {
  /** Makes sending safe to repeat. */
  id: string;
  newsletter: NewsletterState;
  onSent: () => void;
}

/** An issue that is being composed: its text, and how it is sent. */
export function useIssue({ id, newsletter, onSent }: IssueProps) {
  const [asked, setAsked] = useState(false);
  const toAll = useRef(false);
  const form = useTypedForm({
    begin: (): IssueText => ({ subject: SUBJECT, intro: '' }),
    schema: issueSchema,
    isQuiet: true,
    send: async (valid) => {
      if (toAll.current && !asked) return setAsked(true);
      setAsked(false);
      const ids = (items: readonly NewsletterItem[]) => items.map((item) => item.id);
      const issue = {
        ...valid,
        id,
        artists: ids(newsletter.artists),
        murals: ids(newsletter.murals),
      };
      const recipients = await sendNewsletter(issue, toAll.current);
      if (!toAll.current) return void toast.success('It is on its way to you');
      void toast.success(`It is on its way to ${plural(recipients, 'subscriber')}`);
      onSent();
    },
    explain: whyRefused('It wasn’t sent. Try again.'),
  });
  useUnsavedWarning(form.draft.subject !== SUBJECT || form.draft.intro !== '');
  return {
    form,
    /** Whether the person is asked to confirm sending it to all. */
    asked,
    cancel: () => setAsked(false),
    /** Says to whom the next submission goes. */
    aim: (all: boolean) => {
      toAll.current = all;
    },
  };
}
