import {
  type AgreementDraft,
  type Known,
  newAgreement,
  USUAL_TERMS,
} from '#features/agreements/agreement.ts';
import { clausesIn, type OwnClause } from '#features/agreements/usual-clauses.ts';
import type { ErrorCode } from '#lib/errors.ts';

/** What an agreement is begun with. */
export const KNOWN: Known = {
  artist: 'Marisol Vega',
  client: 'Ana Ruiz',
  wall: 'The brick wall on Blanco Road, 24 × 11.5 ft',
  low: 4200,
  high: 4200,
  included: ['lift', 'design'],
  design: 'Swallows over the river.',
  starts_on: '2027-03-01',
  days: 5,
  preset: null,
  tax: 'not_said',
};

/** An agreement that fits, with what a case changes of it. */
export const agreementCase = (change: Partial<AgreementDraft> = {}): AgreementDraft => ({
  ...newAgreement(KNOWN, USUAL_TERMS),
  ...change,
});

/** Clauses as the database keeps them: those of the template with their text in the other language. */
export const storedClauses = (clauses: readonly OwnClause[]) =>
  clauses.map((clause) => {
    const { lang = 'en' } = clause;
    const [other] = clausesIn(lang === 'en' ? 'es' : 'en', [clause]);
    if (!other || other === clause) return { ...clause, lang };
    return { ...clause, lang, other: { title: other.title, text: other.text } };
  });

const part = (label: string, amount: string) => ({ label, amount, due: 'done' as const });
const clauses = (count: number, text: string) =>
  Array.from({ length: count }, (_, at) => ({ title: `Clause ${at + 1}`, text }));

/** The edges of the rules of an agreement, and what is said of each; null for what fits. TypeScript and SQL agree on these. */
export const AGREEMENT_CASES: [
  name: string,
  change: Partial<AgreementDraft>,
  refused: ErrorCode | null,
][] = [
  ['nothing changed', {}, null],
  ['no wall', { wall: ' ' }, 'agreement_text_required'],
  ['a long wall', { wall: 'x'.repeat(501) }, 'agreement_text_too_long'],
  ['no client', { client: '' }, 'agreement_text_required'],
  ['no words about the design', { design: '' }, null],
  ['parts below the price', { parts: [part('All', '4,199')] }, 'parts_differ'],
  ['parts above the price', { parts: [part('All', '4,201')] }, 'parts_differ'],
  ['one part', { parts: [part('All', '4,200')] }, null],
  ['no part', { parts: [] }, 'parts_invalid'],
  ['eight parts', { parts: Array.from({ length: 8 }, () => part('Part', '525')) }, null],
  [
    'nine parts',
    { price: '900', parts: Array.from({ length: 9 }, () => part('Part', '100')) },
    'parts_invalid',
  ],
  ['one day', { ends_on: '2027-03-01' }, null],
  ['an end before the start', { ends_on: '2027-02-28' }, 'agreement_dates_invalid'],
  ['no day of the calendar', { starts_on: '2027-02-30' }, 'agreement_date_invalid'],
  ['no rounds', { rounds: '0' }, null],
  ['how to pay', { how_to_pay: 'Zelle to 210-555-0143' }, null],
  ['an account to pay to', { how_to_pay: 'Account 123456789' }, 'account_number_refused'],
  [
    'a card as the name of a part',
    { parts: [part('4111 1111 1111 1111', '4,200')] },
    'account_number_refused',
  ],
  [
    'a card in a clause',
    { clauses: [{ title: 'Card', text: '4111-1111-1111-1111' }] },
    'account_number_refused',
  ],
  ['an account in a clause', { clauses: [{ title: 'Bank', text: 'Account 123456789' }] }, null],
  ['too many rounds', { rounds: '11' }, 'agreement_number_invalid'],
  ['twenty clauses', { clauses: clauses(20, 'The lift is rented by the client.') }, null],
  ['twenty-one clauses', { clauses: clauses(21, 'Text') }, 'agreement_clauses_too_many'],
  ['a full clause', { clauses: clauses(1, 'x'.repeat(2000)) }, null],
  ['a clause that is too long', { clauses: clauses(1, 'x'.repeat(2001)) }, 'clause_too_long'],
  ['an empty clause', { clauses: [{ title: 'Lift', text: ' ' }] }, 'agreement_text_required'],
  [
    'a clause in Spanish',
    { clauses: [{ title: 'Grúa', text: 'La pone el cliente.', lang: 'es' }] },
    null,
  ],
  ['the Spanish text counts', { language: 'es' }, null],
  ['more than 40 KB', { clauses: clauses(20, '🎨'.repeat(600)) }, 'agreement_too_long'],
];
