import type { Language } from '#config/language.ts';
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
import { TAX_KEYS, type Tax } from './sales-tax.ts';
import { clausesIn, type OwnClause, USUAL_CLAUSES } from './usual-clauses.ts';

/** The words that a version is read by. From the first release on new ones are a new template: who signed keeps theirs. */
export const TEMPLATE = 'muro-1';

/** The languages of an agreement: both sides read both, and one of them counts. */
export const languageSchema = z.enum(['en', 'es']);

/** Who cleans and prepares the wall, with the words of the form. */
export const PREPARED_BY = { client: 'The client', artist: 'The artist' } as const;

const text = (
  max: number,
  {
    required = true,
    isRefused = hasCardNumber,
    tooLong = MESSAGES.agreement_text_too_long as string,
  } = {},
) =>
  z
    .string(MESSAGES.agreement_text_required)
    .overwrite(cleaned)
    .refine((value) => !required || value !== '', MESSAGES.agreement_text_required)
    .refine((value) => charLength(value) <= max, tooLong)
    .refine((value) => !isRefused(value), MESSAGES.account_number_refused);

const typedClause = z.object({
  title: z.string(),
  text: z.string(),
  lang: languageSchema.optional(),
}) satisfies z.ZodType<OwnClause>;

const clause = typedClause.extend({
  title: text(LIMITS.clauseTitle),
  text: text(LIMITS.clause, { tooLong: MESSAGES.clause_too_long }),
});

const typedTerms = z.object({
  prepared_by: z.enum(['client', 'artist']),
  rounds: z.string(),
  tax: z.enum(TAX_KEYS),
  how_to_pay: z.string(),
  /** All that is neither asked for nor follows from the proposal, in words that the artist may change or leave out. */
  clauses: z.array(typedClause),
});

const checkedTerms = typedTerms.extend({
  rounds: z
    .string()
    .transform(amountOf)
    .refine((n) => n >= 0 && n <= MOST_ROUNDS, MESSAGES.agreement_number_invalid),
  how_to_pay: text(LIMITS.howToPay, { required: false, isRefused: hasAccountNumber }),
  clauses: z.array(clause).max(LIMITS.agreementClauses, MESSAGES.agreement_clauses_too_many),
});
const MOST_ROUNDS = 10;

/** What an artist agrees on with everybody, as it is typed, and how a price is split. */
const typedTermsSchema = typedTerms.extend({ preset: z.enum(PRESET_KEYS) });
export type TermsDraft = z.output<typeof typedTermsSchema>;
export const termsSchema = checkedTerms.extend({ preset: z.enum(PRESET_KEYS) });
export const TERMS_FIELDS = Object.keys(typedTermsSchema.shape) as (keyof TermsDraft)[];

const point = z.tuple([z.number(), z.number()]);

/** The agreement as it is typed. */
export const typedAgreementSchema = typedTerms.extend({
  // What was typed under another template goes on.
  template: z.literal(TEMPLATE).catch(TEMPLATE),
  /** The language of the text that counts. */
  language: languageSchema,
  artist: z.string(),
  client: z.string(),
  wall: z.string(),
  photo: z.number().nullable(),
  corners: z.tuple([point, point, point, point]).nullable(),
  design: z.string(),
  price: z.string(),
  included: z.array(z.enum(BOXES)),
  parts: z.array(z.object({ label: z.string(), amount: z.string(), due: z.enum(DUE_KEYS) })),
  starts_on: z.string(),
  ends_on: z.string(),
  /** The number of the version that it follows. */
  read: z.number(),
});
export type AgreementDraft = z.output<typeof typedAgreementSchema>;
type TypedPart = AgreementDraft['parts'][number];

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
    design: text(LIMITS.message, { required: false }),
    price,
    parts: z
      .array(z.object({ label: text(LIMITS.partLabel), amount: price, due: z.enum(DUE_KEYS) }))
      .min(1, MESSAGES.parts_invalid)
      .max(LIMITS.paymentParts, MESSAGES.parts_invalid),
    starts_on: z.string().refine(isDay, MESSAGES.agreement_date_invalid),
    ends_on: z.string().refine(isDay, MESSAGES.agreement_date_invalid),
  })
  .transform(({ read: _, ...draft }) => draft)
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

const termsRowSchema = typedTermsSchema.extend({ rounds: z.number() });
export type TermsRow = z.output<typeof termsRowSchema>;

/** An agreement as its stored body says it. */
export const agreementSchema = typedAgreementSchema.omit({ read: true }).extend({
  template: z.literal(TEMPLATE),
  rounds: z.number(),
  price: z.number(),
  parts: partsSchema,
  clauses: z.array(
    typedClause.extend({
      /** The same in the other language, which the database adds to a clause of the template. */
      other: z.object({ title: z.string(), text: z.string() }).optional(),
    }),
  ),
  // What the database knew when it was offered.
  /** Whose the wall is, as the client said. */
  owner: z.enum(['mine', 'rented_agreed', 'rented_not_asked']).nullish(),
  /** The last day of the artist's checked insurance. */
  insured_to: z.string().nullish(),
  /** The sketch that the client had approved. */
  sketch: z.object({ version: z.number(), sent_at: z.string() }).nullish(),
});
export type Agreement = z.output<typeof agreementSchema>;

/** What agreements begin with until an artist has terms of their own. */
export const USUAL_TERMS: TermsDraft = {
  prepared_by: 'client',
  rounds: '2',
  tax: 'not_said',
  preset: 'halves',
  how_to_pay: '',
  clauses: USUAL_CLAUSES.en,
};

/** An artist's terms as they are stored, with what they leave open as most agreements have it. */
export const storedTerms = (stored: Record<string, unknown> | null): TermsRow =>
  termsRowSchema.parse({ ...termsSchema.parse(USUAL_TERMS), ...stored });

/** The same as the form has it. */
export const termsDraft = (row: TermsRow): TermsDraft => ({ ...row, rounds: String(row.rounds) });

/** What the client accepted: what the agreement begins with, and is held against. */
export interface Accepted {
  low: number;
  /** The same as `low` for one price. */
  high: number;
  included: readonly Included[];
  tax: Tax;
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
export function newAgreement(
  known: Known,
  draft: TermsDraft,
  language: Language = 'en',
): AgreementDraft {
  const { preset, ...terms } = draft;
  const { low, high, days, included, preset: proposed, ...said } = known;
  const rounds = terms.rounds === '0' ? USUAL_TERMS.rounds : terms.rounds;
  return {
    ...terms,
    ...agreedIn(terms, language),
    ...said,
    template: TEMPLATE,
    rounds: included.includes('design') ? rounds : '0',
    prepared_by: included.includes('primer') ? 'artist' : terms.prepared_by,
    photo: null,
    corners: null,
    price: low === high ? grouped(high) : '',
    included: BOXES.filter((box) => included.includes(box)),
    parts: typedParts(high, proposed ?? preset),
    ends_on: dayAfter(said.starts_on, days - 1),
    read: 0,
  };
}

/** What changes of a draft with the language of the text that counts. */
export const agreedIn = (
  { clauses }: Pick<TermsDraft, 'clauses'>,
  language: Language,
): Pick<AgreementDraft, 'language' | 'clauses'> => ({
  language,
  clauses: clausesIn(language, clauses),
});

/** A price in the parts of a preset, as they are typed. */
export const typedParts = (total: number, preset: Preset): AgreementDraft['parts'] =>
  partsOf(total, preset).map((part) => ({ ...part, amount: grouped(part.amount) }));

/** The preset that typed parts are split by. */
export function presetOf(parts: readonly TypedPart[]): Preset | undefined {
  const amounts = parts.map((part) => ({ ...part, amount: amountOf(part.amount) }));
  return PRESET_KEYS.find((one) => isSplitAs(amounts, one));
}

/** Typed parts for another price: those of a preset keep their shares, others stay. */
export function partsFor(price: string, parts: AgreementDraft['parts']): AgreementDraft['parts'] {
  const total = amountOf(price);
  const preset = presetOf(parts);
  return preset && total >= 1 && total <= LIMITS.proposalPrice ? typedParts(total, preset) : parts;
}

/** A version as the form has it, to write the next one. */
export const draftOf = (version: Agreement, read: number): AgreementDraft =>
  typedAgreementSchema.parse({
    ...version,
    read,
    rounds: String(version.rounds),
    price: grouped(version.price),
    parts: version.parts.map((part) => ({ ...part, amount: grouped(part.amount) })),
  });

/** An agreement that was typed and not offered, as a browser keeps it. */
export const keptAgreementSchema = z.object({
  draft: typedAgreementSchema,
  /** What it is offered under: the same again for the same text, also after a reload. */
  key: z.guid(),
});
