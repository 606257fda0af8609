import { hasAccountNumber } from '#lib/account-number.ts';
import { amountOf } from '#lib/amount.ts';
import { hasCardNumber } from '#lib/card-number.ts';
import { dayAfter, isDay } from '#lib/day.ts';
import { MESSAGES } from '#lib/errors.ts';
import { grouped } from '#lib/format.ts';
import { LIMITS } from '#lib/limits.ts';
import { charLength } from '#lib/text.ts';
import { cleaned } from '#lib/visible-text.ts';
import { z } from '#lib/zod.ts';
import { BOXES, type Included } from './included.ts';
import {
  DUE_KEYS,
  isSplitAs,
  PRESET_KEYS,
  type Preset,
  partsOf,
  partsSchema,
  sumOf,
} from './payment-parts.ts';

/** The words that what was signed is read by. An older one stays: who signed it signed those words. */
export const TEMPLATE = 'muro-2';

/** What can be chosen, with the words of the form. */
export const CHOICES = {
  prepared_by: { client: 'The client', artist: 'The artist' },
  photos: { owner_may_use: 'The client may share photos', ask_first: 'The client asks first' },
  vara: { kept: 'Kept', waived: 'Waived' },
  insurance: { none: 'None', liability: 'Liability insurance' },
} as const;
type Choice = keyof typeof CHOICES;

/** Whole numbers, with the least and the most that each can be. */
export const NUMBERS = {
  rounds: [0, 10],
  round_price: [1, 100_000],
  weather_days: [0, 60],
  postpone_days: [0, 90],
  removal_days: [30, 365],
  warranty_months: [0, 120],
  stays_years: [0, 50],
  ending_design: [0, 100],
  ending_painting: [0, 100],
} as const;
type Numeral = keyof typeof NUMBERS;

const text = (max: number, required = true, isRefused = hasCardNumber) =>
  z
    .string(MESSAGES.agreement_text_required)
    .overwrite(cleaned)
    .refine((value) => !required || value !== '', MESSAGES.agreement_text_required)
    .refine((value) => charLength(value) <= max, MESSAGES.agreement_text_too_long)
    .refine((value) => !isRefused(value), MESSAGES.account_number_refused);

const typedNumber = (field: Numeral) => {
  const [least, most] = NUMBERS[field];
  return z
    .string()
    .transform((typed) => (typed.trim() === '' ? null : amountOf(typed)))
    .refine(
      (n) => (n === null ? field === 'round_price' : n >= least && n <= most),
      MESSAGES.agreement_number_invalid,
    );
};

const choice = (field: Choice) => z.enum(Object.keys(CHOICES[field]) as [string, ...string[]]);

const typedClause = z.object({ title: z.string(), text: z.string() });

const clause = z.object({
  title: text(LIMITS.clauseTitle),
  text: z
    .string()
    .overwrite(cleaned)
    .refine((value) => value !== '', MESSAGES.agreement_text_required)
    .refine((value) => charLength(value) <= LIMITS.clause, MESSAGES.clause_too_long)
    .refine((value) => !hasCardNumber(value), MESSAGES.account_number_refused),
});

const typedTerms = z.object({
  prepared_by: choice('prepared_by'),
  rounds: z.string(),
  round_price: z.string(),
  weather_days: z.string(),
  postpone_days: z.string(),
  photos: choice('photos'),
  credit: z.string(),
  vara: choice('vara'),
  removal_days: z.string(),
  warranty_months: z.string(),
  stays_years: z.string(),
  insurance: choice('insurance'),
  ending_design: z.string(),
  ending_painting: z.string(),
  /** Drafts of before it was in the agreement have none. */
  how_to_pay: z.string().default(''),
  clauses: z.array(typedClause),
});

const checkedTerms = typedTerms.extend({
  rounds: typedNumber('rounds'),
  round_price: typedNumber('round_price'),
  weather_days: typedNumber('weather_days'),
  postpone_days: typedNumber('postpone_days'),
  credit: text(LIMITS.muralCredit, false),
  removal_days: typedNumber('removal_days'),
  warranty_months: typedNumber('warranty_months'),
  stays_years: typedNumber('stays_years'),
  ending_design: typedNumber('ending_design'),
  ending_painting: typedNumber('ending_painting'),
  how_to_pay: text(LIMITS.howToPay, false, hasAccountNumber),
  clauses: z.array(clause).max(LIMITS.agreementClauses, MESSAGES.agreement_clauses_too_many),
});

/** What an artist agrees on with everybody, as it is typed, and how a price is split. */
export const typedTermsSchema = typedTerms.extend({ preset: z.enum(PRESET_KEYS) });
export type TermsDraft = z.output<typeof typedTermsSchema>;
export const termsSchema = checkedTerms.extend({ preset: z.enum(PRESET_KEYS) });
export const TERMS_FIELDS = Object.keys(typedTermsSchema.shape) as (keyof TermsDraft)[];

const point = z.tuple([z.number(), z.number()]);
const corners = z.tuple([point, point, point, point]).nullable();
/** Drafts and versions of before it was in the agreement have none. */
const included = z.array(z.enum(BOXES)).default([]);

/** The agreement as it is typed. */
export const typedAgreementSchema = typedTerms.extend({
  artist: z.string(),
  client: z.string(),
  wall: z.string(),
  photo: z.number().nullable(),
  corners,
  design: z.string(),
  price: z.string(),
  included,
  parts: z.array(z.object({ label: z.string(), amount: z.string(), due: z.enum(DUE_KEYS) })),
  starts_on: z.string(),
  ends_on: z.string(),
  /** The number of the version that it follows. */
  read: z.number(),
});
export type AgreementDraft = z.output<typeof typedAgreementSchema>;
export const AGREEMENT_FIELDS = Object.keys(typedAgreementSchema.shape) as (keyof AgreementDraft)[];

const price = z
  .string()
  .transform(amountOf)
  .refine((n) => n >= 1 && n <= LIMITS.proposalPrice, MESSAGES.amount_invalid);

/** What is offered of it, by the rules of `private.checked_agreement`. */
export const agreementDraftSchema = typedAgreementSchema
  .extend(checkedTerms.shape)
  .extend({
    artist: text(LIMITS.name),
    client: text(LIMITS.name),
    wall: text(LIMITS.muralPlace),
    design: text(LIMITS.message, false),
    price,
    parts: z
      .array(z.object({ label: text(LIMITS.partLabel), amount: price, due: z.enum(DUE_KEYS) }))
      .min(1, MESSAGES.parts_invalid)
      .max(LIMITS.paymentParts, MESSAGES.parts_invalid),
    starts_on: z.string().refine(isDay, MESSAGES.agreement_date_invalid),
    ends_on: z.string().refine(isDay, MESSAGES.agreement_date_invalid),
  })
  .transform(({ read: _, ...draft }) => ({ ...draft, template: TEMPLATE }))
  .refine(({ price: total, parts }) => sumOf(parts) === total, {
    path: ['parts'],
    error: MESSAGES.parts_differ,
  })
  .refine((draft) => draft.starts_on <= draft.ends_on, {
    path: ['ends_on'],
    error: MESSAGES.agreement_dates_invalid,
  })
  .refine((draft) => new Blob([JSON.stringify(draft)]).size <= LIMITS.agreementBytes, {
    path: ['clauses'],
    error: MESSAGES.agreement_too_long,
  });
export type AgreementValues = z.output<typeof agreementDraftSchema>;

const storedTermsShape = {
  prepared_by: z.enum(['client', 'artist']),
  rounds: z.number(),
  round_price: z.number().nullable(),
  weather_days: z.number(),
  postpone_days: z.number(),
  photos: z.enum(['owner_may_use', 'ask_first']),
  credit: z.string(),
  vara: z.enum(['kept', 'waived']),
  removal_days: z.number(),
  warranty_months: z.number(),
  stays_years: z.number(),
  insurance: z.enum(['none', 'liability']),
  ending_design: z.number(),
  ending_painting: z.number(),
  /** Versions of before it was in them have none. */
  how_to_pay: z.string().default(''),
  clauses: z.array(typedClause),
};
const termsRowSchema = z.object({ ...storedTermsShape, preset: z.enum(PRESET_KEYS) });
export type TermsRow = z.output<typeof termsRowSchema>;

/** An agreement as its stored body says it. */
export const agreementSchema = z.object({
  ...storedTermsShape,
  template: z.string(),
  artist: z.string(),
  client: z.string(),
  wall: z.string(),
  photo: z.number().nullable(),
  corners,
  design: z.string(),
  price: z.number(),
  included,
  /** By the template muro-1, which knew no other box. */
  coating: z.enum(['included', 'not_included']).optional(),
  parts: partsSchema,
  starts_on: z.string(),
  ends_on: z.string(),
});
export type Agreement = z.output<typeof agreementSchema>;

/** What agreements begin with until an artist has terms of their own. */
export const USUAL_TERMS: TermsDraft = {
  prepared_by: 'client',
  rounds: '2',
  round_price: '',
  weather_days: '5',
  postpone_days: '7',
  photos: 'owner_may_use',
  credit: '',
  vara: 'kept',
  removal_days: '90',
  warranty_months: '12',
  stays_years: '5',
  insurance: 'none',
  ending_design: '25',
  ending_painting: '75',
  clauses: [],
  preset: 'halves',
  how_to_pay: '',
};

/** An artist's terms as they are stored, with what they leave open as most agreements have it. */
export const storedTerms = (stored: Record<string, unknown> | null): TermsRow =>
  termsRowSchema.parse({ ...termsSchema.parse(USUAL_TERMS), ...stored });

/** The same as the form has it. */
export function termsDraft(row: TermsRow): TermsDraft {
  return { ...row, ...typedNumbers(row) };
}

/** What the client accepted: what the agreement begins with, and is held against. */
export interface Accepted {
  low: number;
  /** The same as `low` for one price. */
  high: number;
  included: readonly Included[];
  design: string;
  starts_on: string;
  days: number;
  /** The parts that the proposal named; null where it left them open. */
  preset: Preset | null;
}

/** What is known when a proposal was accepted. */
export interface Known extends Accepted {
  artist: string;
  client: string;
  /** The wall in words: what, how large, where. */
  wall: string;
}

/**
 * The agreement that an artist begins with: the proposal, the request, and of their own terms what the proposal left
 * open. Of a range the artist says the price; until then its parts are those of the higher end.
 */
export function newAgreement(known: Known, draft: TermsDraft): AgreementDraft {
  const { preset, ...terms } = draft;
  const { low, high, included } = known;
  const rounds = terms.rounds === '0' ? USUAL_TERMS.rounds : terms.rounds;
  return {
    ...terms,
    rounds: included.includes('design') ? rounds : '0',
    prepared_by: included.includes('primer') ? 'artist' : terms.prepared_by,
    artist: known.artist,
    client: known.client,
    wall: known.wall,
    photo: null,
    corners: null,
    design: known.design,
    price: low === high ? grouped(high) : '',
    included: BOXES.filter((box) => included.includes(box)),
    parts: typedParts(high, known.preset ?? preset),
    starts_on: known.starts_on,
    ends_on: dayAfter(known.starts_on, known.days - 1),
    read: 0,
  };
}

/** A price in the parts of a preset, as they are typed. */
export const typedParts = (total: number, preset: Preset): AgreementDraft['parts'] =>
  partsOf(total, preset).map((part) => ({ ...part, amount: grouped(part.amount) }));

/** Typed parts for another price: those of a preset keep their shares, others stay. */
export function partsFor(price: string, parts: AgreementDraft['parts']): AgreementDraft['parts'] {
  const total = amountOf(price);
  const amounts = parts.map((part) => ({ ...part, amount: amountOf(part.amount) }));
  const preset = PRESET_KEYS.find((one) => isSplitAs(amounts, one));
  return preset && total >= 1 && total <= LIMITS.proposalPrice ? typedParts(total, preset) : parts;
}

const typedNumbers = (stored: Record<Numeral, number | null>) =>
  Object.fromEntries(
    Object.keys(NUMBERS).map((field) => {
      const n = stored[field as Numeral];
      return [field, n === null ? '' : grouped(n)];
    }),
  ) as Record<Numeral, string>;

/** What the price includes, also by the template that knew the coating alone. */
export const boxesOf = ({ coating, included: boxes }: Agreement): Agreement['included'] =>
  coating === 'included' ? ['coating'] : boxes;

/** A version as the form has it, to write the next one. */
export function draftOf(version: Agreement, read: number): AgreementDraft {
  const { template: _, coating: __, ...agreement } = version;
  return {
    ...agreement,
    included: boxesOf(version),
    ...typedNumbers(agreement),
    read,
    price: grouped(agreement.price),
    parts: agreement.parts.map((part) => ({ ...part, amount: grouped(part.amount) })),
  };
}

/** An agreement that was typed and not offered, as a browser keeps it. */
export const keptAgreementSchema = z.object({
  draft: typedAgreementSchema,
  /** What it is offered under: the same again for the same text, also after a reload. */
  key: z.guid(),
});
