import { dayLabel, dollars, plural } from '#lib/format.ts';
import { momentLabel } from '#lib/wall-time.ts';
import type { Agreement } from './agreement.ts';
import { BOXES, type Included, includedLabels } from './included.ts';
import { DUE } from './payment-parts.ts';
import type { Signature } from './signature.ts';

interface Clause {
  title: string;
  lines: string[];
  /** The one that names the wall. A clause of the artist's own may have the same title. */
  namesWall?: true;
}

/**
 * An agreement in words, for the screen, paper and emails. The words belong to the template that the version names:
 * one that a client or an artist has signed by is never changed, and new words are a new template.
 */
export function agreementText(agreement: Agreement): Clause[] {
  return [
    { title: 'Who and what', lines: whoAndWhat(agreement), namesWall: true },
    { title: 'Design', lines: design(agreement) },
    { title: 'Price', lines: price(agreement) },
    { title: 'Dates', lines: dates(agreement) },
    { title: 'Rights', lines: rights(agreement) },
    { title: 'Care', lines: care(agreement) },
    { title: 'Ending early', lines: ending(agreement) },
    ...agreement.clauses.map(({ title, text }) => ({ title, lines: text.split('\n') })),
    {
      title: 'About this text',
      lines: [
        `Written with the template ${agreement.template}, which is a template and not legal advice.`,
      ],
    },
  ];
}

const whoAndWhat = ({ artist, client, wall, photo, prepared_by }: Agreement) => [
  `${artist} (the artist) paints a mural for ${client} (the client).`,
  `The wall: ${wall}${photo === null ? '' : ` (marked on photo ${photo + 1} of the request)`}`,
  `${prepared_by === 'client' ? 'The client' : 'The artist'} cleans and prepares the wall.`,
];

const design = ({ design: text, rounds, round_price }: Agreement) => [
  ...(text ? text.split('\n') : []),
  rounds === 0
    ? 'The price includes no changes to the sketch.'
    : `The price includes ${plural(rounds, 'round')} of changes to the sketch.`,
  round_price === null
    ? 'Both agree on the price of each further round before it begins.'
    : `Each further round costs ${dollars(round_price)}.`,
];

const price = ({ price: total, included, coating, parts, how_to_pay }: Agreement) => [
  ...(coating
    ? []
    : [
        ...boxes('The price includes', included),
        ...boxes(
          'The price does not include',
          BOXES.filter((box) => !included.includes(box)),
        ),
      ]),
  `The client pays the artist ${dollars(total)}:`,
  ...parts.map(({ label, amount, due }) => `${label}: ${dollars(amount)}, ${DUE[due]}.`),
  'The client pays the artist directly. This site takes and holds no money.',
  ...(how_to_pay ? ['How to pay:', ...how_to_pay.split('\n')] : []),
];

/** 'The price includes: lift or scaffold, primer.'; nothing for none. */
const boxes = (said: string, included: readonly Included[]) =>
  included.length > 0 ? [`${said}: ${includedLabels(included).join(', ').toLowerCase()}.`] : [];

const dates = ({ starts_on, ends_on, weather_days, postpone_days }: Agreement) => [
  `The artist begins on ${dayLabel(starts_on)} and finishes by ${dayLabel(ends_on)}.`,
  ...(weather_days > 0
    ? [`Bad weather moves the end by as many days as it lasts, up to ${weather_days}.`]
    : []),
  postpone_days > 0
    ? `Either side may postpone the start with ${postpone_days === 1 ? 'a day’s' : `${postpone_days} days’`} notice.`
    : 'The start moves only if both agree.',
];

const rights = ({ photos, credit, vara, removal_days }: Agreement) => [
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

const COATING = {
  included: 'The price includes a protective coating.',
  not_included: 'The price does not include a protective coating.',
};

const care = (agreement: Agreement) => [
  ...(agreement.coating ? [COATING[agreement.coating]] : []),
  ...(agreement.warranty_months > 0
    ? [
        `For ${plural(agreement.warranty_months, 'month')} the artist repairs faults of paint and workmanship at no charge.`,
      ]
    : []),
  ...(agreement.stays_years > 0
    ? [`The client means to keep the mural for at least ${plural(agreement.stays_years, 'year')}.`]
    : []),
  agreement.insurance === 'liability'
    ? 'The artist has liability insurance for the time of the work.'
    : 'This agreement asks for no insurance of the artist.',
];

const ending = ({ ending_design, ending_painting }: Agreement) => [
  'Either side may end this agreement in writing. What was paid counts toward what is owed then:',
  `Before painting begins: ${ending_design}% of the price.`,
  `After painting has begun: ${ending_painting}% of the price.`,
];

/** 'Ana Ruiz, the client, on Nov 27, 2026, 7:40 PM CST'. */
export const signatureLine = ({ side, name, waives, signed_at }: Signature): string =>
  `${name}, the ${side}, on ${momentLabel(signed_at)}${waives ? ', waiving VARA rights' : ''}`;
