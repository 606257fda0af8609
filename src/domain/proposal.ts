import { MESSAGES } from './errors.ts';
import { shortDate } from './format.ts';
import { LIMITS } from './limits.ts';
import { z } from './zod.ts';

/** What a price can include: a short list of boxes. */
export const INCLUDED = {
  lift: 'Lift or scaffold',
  primer: 'Primer',
  coating: 'Protective coating',
  permits: 'Permits',
  design: 'Design rounds',
} as const;
export type Included = keyof typeof INCLUDED;
const INCLUDED_KEYS = Object.keys(INCLUDED) as [Included, ...Included[]];

/** `open` can be accepted; a change makes a new proposal and this one `replaced`. */
export const PROPOSAL_STATES = ['open', 'replaced', 'withdrawn', 'accepted', 'passed'] as const;

/** What an artist offers for a request (design, section 7): whole US dollars, days as `YYYY-MM-DD`. */
export const proposalSchema = z.object({
  id: z.guid(),
  artist_id: z.guid(),
  low: z.number(),
  /** The same as `low` for one price. */
  high: z.number(),
  starts_on: z.string(),
  days: z.number(),
  included: z.array(z.enum(INCLUDED_KEYS)),
  message: z.string().nullable(),
  valid_until: z.string(),
  state: z.enum(PROPOSAL_STATES),
  created_at: z.string(),
});
export type Proposal = z.output<typeof proposalSchema>;

const dollars = new Intl.NumberFormat('en-US');

/** '$4,200', or '$3,500 to $4,200'. */
export function priceLabel({ low, high }: Pick<Proposal, 'low' | 'high'>): string {
  const price = (amount: number) => `$${dollars.format(amount)}`;
  return low === high ? price(low) : `${price(low)} to ${price(high)}`;
}

/** A day of the calendar, the same in every zone: 'Nov 21, 2026'. */
export const dayLabel = (day: string) => shortDate(day, 'UTC');

/** Whether it is too late to accept it, by the rule of `private.accept_proposal`: its last day has ended everywhere. */
export const isExpired = ({ valid_until }: Pick<Proposal, 'valid_until'>, now = Date.now()) =>
  valid_until < new Date(now - HALF_DAY).toISOString().slice(0, 10);
const HALF_DAY = 12 * 3_600_000;

const WHOLE = /^\d{1,3}(,?\d{3})*$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A typed amount: digits, with or without commas and a dollar sign; NaN for anything else. */
export function amountOf(text: string): number {
  const bare = text.trim().replace(/^\$\s*/, '');
  return WHOLE.test(bare) ? Number(bare.replaceAll(',', '')) : Number.NaN;
}

/** The form of a proposal, by the rules of `private.check_proposal`; an empty `high` is one price. */
export const proposalDraftSchema = z
  .object({
    low: z.string(),
    high: z.string(),
    starts_on: z.string().regex(DAY, MESSAGES.start_invalid),
    days: z.string(),
    included: z.array(z.enum(INCLUDED_KEYS)),
    message: z.string().trim().max(LIMITS.message, MESSAGES.message_too_long),
    valid_until: z.string().regex(DAY, MESSAGES.valid_until_invalid),
  })
  .transform((draft, context) => {
    const refuse = (field: 'low' | 'days', message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    const low = amountOf(draft.low);
    const high = draft.high.trim() === '' ? low : amountOf(draft.high);
    const days = amountOf(draft.days);
    if (!(low >= 1 && low <= high && high <= LIMITS.proposalPrice))
      refuse('low', MESSAGES.price_invalid);
    if (!(days >= 1 && days <= LIMITS.proposalDays)) refuse('days', MESSAGES.days_invalid);
    return { ...draft, low, high, days };
  });
export type ProposalDraft = z.input<typeof proposalDraftSchema>;
export type ProposalValues = z.output<typeof proposalDraftSchema>;
