import { dayLabel, dollars, plural } from '#lib/format.ts';
import { momentLabel, shortDate } from '#lib/wall-time.ts';
import { type Agreement, type EarlierAgreement, TEMPLATE } from './agreement.ts';
import { care, delays, endingEarly, furtherRounds, rights } from './earlier-agreement.ts';
import { BOXES, type Included, includedLabels } from './included.ts';
import { DUE } from './payment-parts.ts';
import { withTax } from './sales-tax.ts';
import type { Signature } from './signature.ts';

interface Clause {
  title: string;
  lines: string[];
  /** The one that names the wall. A clause of the artist's own may have the same title. */
  namesWall?: true;
}
type Present = Exclude<Agreement, EarlierAgreement>;

/**
 * An agreement in words, for the screen, paper and emails. The words belong to the template that the version names:
 * one that a client or an artist has signed by is never changed, and new words are a new template.
 */
export function agreementText(agreement: Agreement): Clause[] {
  if (agreement.template !== TEMPLATE) return earlierText(agreement);
  return [
    { title: 'The people and the wall', lines: whoAndWhat(agreement), namesWall: true },
    { title: 'Design', lines: [...sketch(agreement), ...design(agreement)] },
    { title: 'Price', lines: price(agreement) },
    { title: 'Dates', lines: [dates(agreement)] },
    { title: 'Permits and insurance', lines: permits(agreement) },
    ...own(agreement),
    { title: 'About this text', lines: ['It began as a template, which is not legal advice.'] },
  ];
}

const earlierText = (agreement: EarlierAgreement): Clause[] => [
  { title: 'Who and what', lines: whoAndWhat(agreement), namesWall: true },
  { title: 'Design', lines: [...design(agreement), furtherRounds(agreement)] },
  { title: 'Price', lines: price(agreement) },
  { title: 'Dates', lines: [dates(agreement), ...delays(agreement)] },
  { title: 'Rights', lines: rights(agreement) },
  {
    title: 'Care',
    lines: [...(agreement.coating ? [COATING[agreement.coating]] : []), ...care(agreement)],
  },
  { title: 'Ending early', lines: endingEarly(agreement) },
  ...own(agreement),
  {
    title: 'About this text',
    lines: [
      `Written with the template ${agreement.template}, which is a template and not legal advice.`,
    ],
  },
];

const COATING = {
  included: 'The price includes a protective coating.',
  not_included: 'The price does not include a protective coating.',
};

const own = ({ clauses }: Agreement): Clause[] =>
  clauses.map(({ title, text }) => ({ title, lines: text.split('\n') }));

const whoAndWhat = ({ artist, client, wall, photo, prepared_by }: Agreement) => [
  `${artist} (the artist) paints a mural for ${client} (the client).`,
  `The wall: ${wall}${photo === null ? '' : ` (marked on photo ${photo + 1} of the request)`}`,
  `${prepared_by === 'client' ? 'The client' : 'The artist'} cleans and prepares the wall.`,
];

/** What is painted: an approved sketch by its number, else the one that will be approved. */
function sketch({ sketch: approved, rounds }: Present): string[] {
  if (approved)
    return [
      `The artist paints the approved sketch, version ${approved.version} of ${shortDate(approved.sent_at)}.`,
    ];
  return rounds > 0 ? ['The artist paints the sketch that the client approves.'] : [];
}

const design = ({ design: text, rounds }: Agreement) => [
  ...(text ? text.split('\n') : []),
  rounds === 0
    ? 'The price includes no changes to the sketch.'
    : `The price includes ${plural(rounds, 'round')} of changes to the sketch.`,
];

const price = (agreement: Agreement) => {
  const { price: total, included, parts, how_to_pay, tax } = agreement;
  const left = BOXES.filter((box) => !included.includes(box));
  return [
    ...('coating' in agreement && agreement.coating
      ? []
      : [...boxes('The price includes', included), ...boxes('The price does not include', left)]),
    `The client pays the artist ${withTax(dollars(total), tax)}:`,
    ...parts.map(
      ({ label, amount, due }) => `${label}: ${withTax(dollars(amount), tax)}, ${DUE[due]}.`,
    ),
    'The client pays the artist directly. This site takes and holds no money.',
    ...(how_to_pay ? ['How to pay:', ...how_to_pay.split('\n')] : []),
  ];
};

/** 'The price includes: lift or scaffold, primer.'; nothing for none. */
const boxes = (said: string, included: readonly Included[]) =>
  included.length > 0 ? [`${said}: ${includedLabels(included).join(', ').toLowerCase()}.`] : [];

const dates = ({ starts_on, ends_on }: Agreement) =>
  `The artist begins on ${dayLabel(starts_on)} and finishes by ${dayLabel(ends_on)}.`;

const permits = ({ included, owner, insured_to }: Present) => [
  ...(owner === 'rented_not_asked'
    ? ['The client asks the owner of the wall for permission before painting begins.']
    : []),
  ...(owner === 'rented_agreed' ? ['The client has the permission of the owner of the wall.'] : []),
  included.includes('permits')
    ? 'The artist gets any permit that the mural needs.'
    : 'The client gets any permit that the mural needs.',
  ...(insured_to
    ? [`The artist carries liability insurance, checked by Muro until ${dayLabel(insured_to)}.`]
    : []),
];

/** 'Ana Ruiz, the client, on Nov 27, 2026, 7:40 PM CST'. */
export const signatureLine = ({ side, name, waives, signed_at }: Signature): string =>
  `${name}, the ${side}, on ${momentLabel(signed_at)}${waives ? ', waiving VARA rights' : ''}`;
