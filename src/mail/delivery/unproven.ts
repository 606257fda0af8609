import { paths } from '#config/paths.ts';
import { SITE } from '#config/site.ts';
import { z } from '#lib/zod.ts';
import type { MailDocument } from '../document.ts';
import { requestOf, whyPlainRequest } from '../phrases.ts';

/**
 * Emails to an unproven address: they say that there is news, in our words alone. `private.mail_data` gives nothing
 * else.
 */
const unproven = z.object({
  plain: z.literal(true),
  link: z.string().optional(),
  reference: z.string().optional(),
  lead: z
    .object({ kind: z.enum(['quote', 'consultation']), id: z.string(), account: z.boolean() })
    .partial(),
});

/** What happened, by kind, in front of "your request". */
const NEWS: Record<string, (what: string) => string> = {
  request_confirmed: (what) => `We have your ${what}`,
  request_link: (what) => `The link to your ${what}`,
  request_assigned: (what) => `An artist has your ${what} now`,
  request_answered: (what) => `An artist answered your ${what}`,
  request_message: (what) => `An artist answered your ${what}`,
  request_proposal: (what) => `An artist sent a proposal for your ${what}`,
  request_agreement_offered: () => 'An artist sent you an agreement',
  request_agreement_in_force: () => 'Your agreement is in force',
  request_agreement_ended: () => 'An artist ended your agreement',
  request_payment_asked: () => 'An artist asks for a payment',
  request_payment_received: () => 'Your payment arrived',
  request_payment_waived: () => 'A payment was waived',
  request_payment_disputed: () => 'An artist says a payment hasn’t arrived',
  request_payment_reminder: () => 'A payment is due',
  request_copy_kept: () => 'You keep your copy of a job',
  request_sketch: (what) => `An artist sent a sketch for your ${what}`,
  request_sketch_round: () => 'An artist offers a further round of changes',
  request_sketch_reopened: () => 'An artist asks to reopen the approved sketch',
  request_declined: (what) => `An artist can’t take your ${what}`,
  request_called_off: () => 'An artist called off your job',
  request_expired: (what) => `An artist hasn’t answered your ${what}`,
  request_waiting: (what) => `No answer to your ${what} yet`,
  request_completed: (what) => `An artist marked your ${what} as completed`,
  request_disputed: () => 'An artist says your wall isn’t painted yet',
  request_replied: () => 'An artist replied to your review',
  request_review_hidden: () => 'Your review was hidden',
};

/** Whether the data of an email is for an address that nobody has proven. */
export const isUnproven = (data: unknown): boolean =>
  (data as { plain?: unknown } | null)?.plain === true;

/** @throws when the data are not for such an address. */
export function unprovenMail(kind: string, data: unknown): MailDocument {
  const { link, reference, lead } = unproven.parse(data);
  const news = NEWS[kind];
  if (!news) return accountNews();
  const title = news(requestOf({ kind: lead.kind ?? 'quote' }));
  return {
    subject: title,
    preview: 'Open your request to see the details.',
    heading: title,
    blocks: [
      {
        kind: 'text',
        text: 'Open your request to see the details. Our emails leave out names until you open this link once.',
      },
      ...(reference
        ? [{ kind: 'facts' as const, rows: [['Reference', reference]] as [string, string][] }]
        : []),
    ],
    ...whyPlainRequest(link),
  };
}

/** To an account whose address is not confirmed. */
function accountNews(): MailDocument {
  return {
    subject: `There’s news for you at ${SITE.name}`,
    preview: 'Log in to see it.',
    heading: 'There’s news for you',
    blocks: [{ kind: 'text', text: 'Log in to see it.' }],
    button: { label: 'Log In', path: paths.auth },
    why: `Sent because an account at ${SITE.name} has this address. If that wasn’t you, ignore this email:`,
  };
}
