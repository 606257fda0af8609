import { LOCALE } from '#config/language.ts';
import { z } from './zod.ts';

/** What became of an email that a person asked for, as the outbox answers (`private.mail_outcome`). */
export const mailOutcomeSchema = z.object({
  state: z.enum(['sent', 'later', 'not']),
  /** When it leaves, or when there is room for it again; none where nobody knows. */
  at: z.string().nullish(),
});
/** In an answer: what is not said has left. */
export const askedMailSchema = z.object({
  email: z.string(),
  mail: mailOutcomeSchema.default({ state: 'sent' }),
});
export type MailOutcome = z.output<typeof mailOutcomeSchema>;

/** The sentence for it: `sent` where it has left, or leaves now. */
export function saidOfMail(outcome: MailOutcome, sent: string): string {
  const when = outcome.at ? moment(outcome.at) : null;
  if (outcome.state === 'sent') return sent;
  if (outcome.state === 'later')
    return when
      ? `The email leaves ${when}.`
      : 'We can’t email right now. The email leaves as soon as we can.';
  return when
    ? `No email sent: this address got as many as it may for now. Try again ${when}.`
    : 'No email sent: this address got as many as it may. Open the link in one of them first.';
}

const moment = (at: string) =>
  `on ${new Date(at).toLocaleString(LOCALE, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })}`;
