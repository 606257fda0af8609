import { dollars, plural } from '#lib/format.ts';
import { z } from '#lib/zod.ts';

/*
 * The templates muro-1 and muro-2, whose terms were numbers and choices. Nothing new is written with them; who signed
 * by their words reads those words, and the next version has them as clauses.
 */
export const earlierTermsShape = {
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
};
const earlierTermsSchema = z.object(earlierTermsShape);
type EarlierTerms = z.output<typeof earlierTermsSchema>;

/** The words of earlier terms as clauses; null for terms of today. */
export function earlierClauses(stored: unknown): { title: string; text: string }[] | null {
  const { success, data } = earlierTermsSchema.safeParse(stored);
  if (!success) return null;
  return [
    { title: 'Further rounds', lines: [furtherRounds(data)] },
    { title: 'Delays', lines: delays(data) },
    { title: 'Rights', lines: rights(data) },
    { title: 'Care', lines: care(data) },
    { title: 'Ending early', lines: endingEarly(data) },
  ].map(({ title, lines }) => ({ title, text: lines.join('\n') }));
}

export const furtherRounds = ({ round_price }: EarlierTerms) =>
  round_price === null
    ? 'Both agree on the price of each further round before it begins.'
    : `Each further round costs ${dollars(round_price)}.`;

export const delays = ({ weather_days, postpone_days }: EarlierTerms) => [
  ...(weather_days > 0
    ? [`Bad weather moves the end by as many days as it lasts, up to ${weather_days}.`]
    : []),
  postpone_days > 0
    ? `Either side may postpone the start with ${postpone_days === 1 ? 'a day’s' : `${postpone_days} days’`} notice.`
    : 'The start moves only if both agree.',
];

export const rights = ({ photos, credit, vara, removal_days }: EarlierTerms) => [
  'The artist keeps the copyright in the mural and in the sketches.',
  photos === 'owner_may_use'
    ? 'The client may take and share photos of the mural. Advertising and products need a separate license from the artist.'
    : 'The client asks the artist before sharing photos of the mural. Advertising and products need a separate license.',
  ...(credit ? [`Photos of the mural are credited: ${credit}`] : []),
  vara === 'kept'
    ? 'The artist keeps the rights of the Visual Artists Rights Act (17 U.S.C. § 106A).'
    : 'The artist waives the rights of the Visual Artists Rights Act (17 U.S.C. § 106A) in this mural on this wall, for its repair, change, removal and painting over.',
  `The client tells the artist ${removal_days} days before the mural is removed or painted over.`,
];

export const care = ({ warranty_months, stays_years, insurance }: EarlierTerms) => [
  ...(warranty_months > 0
    ? [
        `For ${plural(warranty_months, 'month')} the artist repairs faults of paint and workmanship at no charge.`,
      ]
    : []),
  ...(stays_years > 0
    ? [`The client means to keep the mural for at least ${plural(stays_years, 'year')}.`]
    : []),
  insurance === 'liability'
    ? 'The artist has liability insurance for the time of the work.'
    : 'This agreement asks for no insurance of the artist.',
];

export const endingEarly = ({ ending_design, ending_painting }: EarlierTerms) => [
  'Either side may end this agreement in writing. What was paid counts toward what is owed then:',
  `Before painting begins: ${ending_design}% of the price.`,
  `After painting has begun: ${ending_painting}% of the price.`,
];
