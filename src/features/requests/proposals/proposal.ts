import type { Accepted } from '#features/agreements/agreement.ts';
import { INCLUDED_KEYS } from '#features/agreements/included.ts';
import { PRESET_KEYS, PRESETS, partsOf } from '#features/agreements/payment-parts.ts';
import { TAX_KEYS, withTax } from '#features/agreements/sales-tax.ts';
import { amountOf } from '#lib/amount.ts';
import { hasCardNumber } from '#lib/card-number.ts';
import { dayFromNow, isDay } from '#lib/day.ts';
import { MESSAGES } from '#lib/errors.ts';
import { dollars, grouped } from '#lib/format.ts';
import { LIMITS } from '#lib/limits.ts';
import { charLength } from '#lib/text.ts';
import { cleaned } from '#lib/visible-text.ts';
import { z } from '#lib/zod.ts';

/** `open` can be accepted; a change makes a new proposal and this one `replaced`. */
const PROPOSAL_STATES = [
  'open',
  'replaced',
  'withdrawn',
  'accepted',
  'passed',
  'declined',
  'called_off',
] as const;

/** What an artist offers for a request: whole US dollars, days as `YYYY-MM-DD`. */
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
  /** In which parts it is paid. */
  preset: z.enum(PRESET_KEYS).nullable(),
  /** What the price says about sales tax: the artist's setting when it was sent. */
  tax: z.enum(TAX_KEYS),
  state: z.enum(PROPOSAL_STATES),
  created_at: z.string(),
});
export type Proposal = z.output<typeof proposalSchema>;

/** '$4,200', '$3,500 to $4,200', or either with what it says about sales tax. */
export const priceLabel = ({ low, high, tax }: Pick<Proposal, 'low' | 'high' | 'tax'>): string =>
  withTax(low === high ? dollars(low) : `${dollars(low)} to ${dollars(high)}`, tax);

/** '50/50: $2,100 + $2,100', for a range of prices the first of it; null where nothing is said. */
export function partsLabel({ low, high, preset }: Pick<Proposal, 'low' | 'high' | 'preset'>) {
  if (!preset) return null;
  const { label } = PRESETS[preset];
  if (low !== high) return label;
  const amounts = partsOf(low, preset).map(({ amount }) => dollars(amount));
  return `${label}: ${amounts.join(' + ')}`;
}

/** What a client accepted with a proposal. */
export function acceptedTerms(proposal: Proposal): Accepted {
  const { low, high, included, tax, message, starts_on, days, preset } = proposal;
  return { low, high, included, tax, design: message ?? '', starts_on, days, preset };
}

/** Whether it is too late to accept it, by the rule of `private.accept_proposal`: its last day has ended everywhere. */
export const isExpired = ({ valid_until }: Pick<Proposal, 'valid_until'>, now = Date.now()) =>
  valid_until < new Date(now - HALF_DAY).toISOString().slice(0, 10);
const HALF_DAY = 12 * 3_600_000;

/** What the form of a proposal holds, finished or not. */
const typedProposalSchema = z.object({
  low: z.string(),
  high: z.string(),
  starts_on: z.string(),
  days: z.string(),
  included: z.array(z.enum(INCLUDED_KEYS)),
  message: z.string(),
  valid_until: z.string(),
  /** Empty for no answer; missing in what older browsers kept. */
  preset: z.enum(['', ...PRESET_KEYS]).default(''),
});
export type ProposalDraft = z.output<typeof typedProposalSchema>;

const isPrice = (amount: number) => amount >= 1 && amount <= LIMITS.proposalPrice;
const isDays = (amount: number) => amount >= 1 && amount <= LIMITS.proposalDays;

/**
 * What is sent of it, by the rules of `private.check_proposal`; an empty `high` is one price. How far off a day may be
 * is for the server to say, whose clock is right.
 */
export const proposalDraftSchema = typedProposalSchema
  .extend({
    low: z.string().transform(amountOf).refine(isPrice, MESSAGES.price_invalid),
    high: z
      .string()
      .transform((text) => (text.trim() === '' ? null : amountOf(text)))
      .refine((amount) => amount === null || isPrice(amount), MESSAGES.price_invalid),
    starts_on: z.string().refine(isDay, MESSAGES.start_invalid),
    days: z.string().transform(amountOf).refine(isDays, MESSAGES.days_invalid),
    message: z
      .string()
      .overwrite(cleaned)
      .refine((text) => charLength(text) <= LIMITS.message, MESSAGES.message_too_long)
      .refine((text) => !hasCardNumber(text), MESSAGES.account_number_refused),
    valid_until: z.string().refine(isDay, MESSAGES.valid_until_invalid),
  })
  .transform((draft) => ({ ...draft, high: draft.high ?? draft.low }))
  .refine(({ low, high }) => low <= high, { path: ['low'], error: MESSAGES.price_invalid });
export type ProposalValues = z.output<typeof proposalDraftSchema>;

/** How long an offer stands unless its artist says otherwise. */
const VALID_DAYS = 14;

/** What the form begins with: the offer that it would change, or nothing but how long it stands. */
export function proposalDraftOf(current: Proposal | null): ProposalDraft {
  const stands = dayFromNow(VALID_DAYS);
  if (!current)
    return {
      low: '',
      high: '',
      starts_on: '',
      days: '',
      included: [],
      message: '',
      valid_until: stands,
      preset: '',
    };
  const { low, high, starts_on, days, included, message, valid_until, preset } = current;
  return {
    low: grouped(low),
    high: high === low ? '' : grouped(high),
    starts_on,
    days: String(days),
    included,
    message: message ?? '',
    valid_until: isExpired(current) ? stands : valid_until,
    preset: preset ?? '',
  };
}

/** A proposal that was typed and not sent, as a browser keeps it. */
export const keptProposalSchema = z.object({
  draft: typedProposalSchema,
  /** What it is sent under: the same again for the same text, also after a reload. */
  key: z.guid(),
});
