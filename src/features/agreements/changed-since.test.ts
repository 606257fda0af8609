import { expect, it } from 'vitest';
import { agreementCase, KNOWN } from '#tests/support/cases/agreement-cases.ts';
import {
  type Accepted,
  type AgreementDraft,
  agreementDraftSchema,
  agreementSchema,
  draftOf,
  newAgreement,
  partsFor,
  typedParts,
  USUAL_TERMS,
} from './agreement.ts';
import { agreementText } from './agreement-text.ts';
import { changedSince } from './changed-since.ts';
import { INCLUDED_KEYS, type Included } from './included.ts';
import { PRESET_KEYS } from './payment-parts.ts';

const offered = (draft: AgreementDraft) => agreementSchema.parse(agreementDraftSchema.parse(draft));
const wordsOf = (draft: AgreementDraft) =>
  agreementText(offered(draft))
    .flatMap(({ lines }) => lines.map(({ text }) => text))
    .join('\n');
const begun = (accepted: Partial<Accepted>) => {
  const known = { ...KNOWN, ...accepted };
  const draft = newAgreement(known, USUAL_TERMS);
  return { known, draft: draft.price ? draft : { ...draft, price: String(known.high) } };
};

const subsets = Array.from({ length: 2 ** INCLUDED_KEYS.length }, (_, bits) =>
  INCLUDED_KEYS.filter((_, at) => bits & (2 ** at)),
);

it.each(subsets.map((included) => [included.join() || 'nothing', included] as const))(
  'an untouched agreement includes %s as the proposal did',
  (_, included) => {
    const { known, draft } = begun({ included });
    expect(changedSince(known, offered(draft))).toEqual([]);
    const words = wordsOf(draft);
    const has = (box: Included, said: string) =>
      expect(words.includes(said)).toBe(included.includes(box));
    const line = (start: string) => words.split('\n').find((one) => one.startsWith(start)) ?? '';
    for (const [box, said] of [
      ['lift', 'lift or scaffold'],
      ['primer', 'primer'],
      ['coating', 'protective coating'],
      ['permits', 'permits'],
    ] as const) {
      expect(line('The price includes:').includes(said)).toBe(included.includes(box));
      expect(line('The price does not include:').includes(said)).toBe(!included.includes(box));
    }
    has('primer', 'The artist cleans and prepares the wall.');
    has('design', 'The price includes 2 rounds of changes to the sketch.');
  },
);

it.each(PRESET_KEYS)('an untouched agreement is paid in the parts of %s', (preset) => {
  const { known, draft } = begun({ low: 5200, high: 6400, preset });
  expect(newAgreement(known, USUAL_TERMS).price).toBe('');
  expect(changedSince(known, offered(draft))).toEqual([]);
  const cheaper = { ...draft, price: '5,500', parts: partsFor('5,500', draft.parts) };
  expect(cheaper.parts).toEqual(typedParts(5500, preset));
  expect(changedSince(known, offered(cheaper))).toEqual([]);
});

it('parts of another split stay when the price changes', () => {
  const parts = [{ label: 'All of it', amount: '4,200', due: 'done' as const }];
  expect(partsFor('5,000', parts)).toBe(parts);
  expect(partsFor('', agreementCase().parts)).toEqual(agreementCase().parts);
});

it.each<[Partial<AgreementDraft>, string]>([
  [
    { price: '4,300', parts: typedParts(4300, 'halves') },
    'Price: $4,300 instead of $4,000 to $4,200',
  ],
  [{ included: [] }, 'Not included anymore: lift or scaffold'],
  [{ included: ['lift', 'permits'] }, 'Now included: permits'],
  [{ rounds: '0' }, 'Not included anymore: design rounds'],
  [
    { starts_on: '2027-03-02', ends_on: '2027-03-06' },
    'First day: Mar 2, 2027 instead of Mar 1, 2027',
  ],
  [{ ends_on: '2027-03-06' }, 'Last day: Mar 6, 2027 instead of Mar 5, 2027'],
  [{ parts: typedParts(4200, 'thirds') }, 'Paid in other parts'],
  [{ tax: 'plus' }, 'Sales tax: plus tax instead of not said'],
  [{ design: 'Cranes.' }, 'Other words about the design'],
])('%j is told to the client', (change, said) => {
  const known = { ...KNOWN, low: 4000, preset: 'halves' as const };
  const draft = { ...begun(known).draft, ...change };
  expect(changedSince(known, offered(draft))).toEqual([said]);
});

it('a proposal with all that it can say is in no line contradicted by its agreement', () => {
  const { known, draft } = begun({
    ...{ low: 5200, high: 6400, preset: 'quarters', included: INCLUDED_KEYS, tax: 'included' },
    ...{ design: 'Cranes, two coats.', starts_on: '2027-03-01', days: 5 },
  });
  const agreement = offered(draft);
  expect(changedSince(known, agreement)).toEqual([]);
  // Sent untouched, it is what was accepted, and a later version of it begins as it was signed.
  expect(agreement).toEqual(offered(draftOf(agreement, 1)));
});
