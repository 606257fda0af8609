import { describe, expect, it, test } from 'vitest';
import { MESSAGES } from '#lib/errors.ts';
import {
  AGREEMENT_CASES,
  agreementCase,
  EARLIER_TERMS,
  KNOWN,
} from '#tests/support/cases/agreement-cases.ts';
import {
  agreementDraftSchema,
  agreementSchema,
  draftOf,
  type Known,
  newAgreement,
  storedTerms,
  TEMPLATE,
  termsSchema,
  USUAL_TERMS,
} from './agreement.ts';
import { agreementText } from './agreement-text.ts';
import { PRESET_KEYS, partsOf, sumOf } from './payment-parts.ts';

describe('the form', () => {
  it.each(AGREEMENT_CASES)('%s', (_, change, code) => {
    const refused = agreementDraftSchema
      .safeParse(agreementCase(change))
      .error?.issues.map(({ message }) => message);
    expect(refused?.[0]).toBe(code ? MESSAGES[code] : undefined);
  });

  it('begins with terms that fit', () => {
    expect(termsSchema.safeParse(USUAL_TERMS).success).toBe(true);
  });

  it('begins with the parts of the proposal, else with those of the terms', () => {
    const labels = (preset: Known['preset']) =>
      newAgreement({ ...KNOWN, preset }, USUAL_TERMS).parts.map(({ label }) => label);
    expect(labels('design_fee')).toEqual(['Design fee', 'Deposit', 'Final payment']);
    expect(labels(null)).toEqual(['Deposit', 'Final payment']);
  });

  it.each([
    ['Zelle to 210 555 0147', undefined],
    ['Account 000123456789', MESSAGES.account_number_refused],
    ['x'.repeat(501), MESSAGES.agreement_text_too_long],
  ])('asks to be paid by %j', (how_to_pay, said) =>
    expect(termsSchema.safeParse({ ...USUAL_TERMS, how_to_pay }).error?.issues[0]?.message).toBe(
      said,
    ),
  );

  it('is the same again after it was stored', () => {
    const draft = agreementCase({ rounds: '3', tax: 'plus' });
    const stored = agreementSchema.parse(agreementDraftSchema.parse(draft));
    expect(draftOf(stored, 3)).toEqual({ ...draft, read: 3 });
  });
});

test('parts make up every price', () => {
  for (const preset of PRESET_KEYS)
    for (let price = 1; price < 3000; price++) {
      const parts = partsOf(price, preset);
      expect(sumOf(parts)).toBe(price);
      expect(parts.every(({ amount }) => amount > 0)).toBe(true);
    }
});

const stored = (change: Parameters<typeof agreementCase>[0], more: object = {}) =>
  agreementSchema.parse({ ...agreementDraftSchema.parse(agreementCase(change)), ...more });
const wordsOf = (...of: Parameters<typeof stored>) =>
  agreementText(stored(...of))
    .flatMap(({ title, lines }) => [`# ${title}`, ...lines])
    .join('\n');

/** Somebody may have signed by these words: new ones are a new template, and these stay. */
test.each([
  ['muro-1', { coating: 'not_included' }, { coating: 'included' }],
  ['muro-2', {}, { included: ['coating', 'permits'] }],
])('the words of the template %s stay as they are', (template, more, other) => {
  const earlier = { ...EARLIER_TERMS, template };
  expect(wordsOf({ clauses: [] }, { ...earlier, ...more })).toMatchSnapshot();
  expect(
    wordsOf(
      {
        ...{ prepared_by: 'artist', rounds: '0' },
        clauses: [{ title: 'Lift', text: 'The client rents the lift.\nIt comes by noon.' }],
      },
      {
        ...earlier,
        ...{ round_price: 250, weather_days: 0 },
        ...{ postpone_days: 0, photos: 'ask_first', credit: '@marisol', vara: 'waived' },
        ...{ warranty_months: 0, stays_years: 0, insurance: 'liability' },
        ...other,
      },
    ),
  ).toMatchSnapshot();
});

test('the words of the template muro-3 stay as they are', () => {
  expect(wordsOf({})).toMatchSnapshot();
  expect(
    wordsOf(
      { prepared_by: 'artist', tax: 'plus', included: ['coating', 'permits'], how_to_pay: 'Zelle' },
      {
        ...{ owner: 'rented_not_asked', insured_to: '2027-03-15' },
        sketch: { version: 2, sent_at: '2026-11-12T18:00:00Z' },
      },
    ),
  ).toMatchSnapshot();
});

test('what is amended keeps the words of an earlier template', () => {
  const own = { title: 'Lift', text: 'The client rents the lift.' };
  const before = stored({ clauses: [own] }, { ...EARLIER_TERMS, template: 'muro-2' });
  const next = draftOf(before, 1);
  expect(next.template).toBe(TEMPLATE);
  expect(next.clauses.at(-1)).toEqual(own);
  expect(next.clauses.map(({ text }) => text).join('\n')).toContain(
    'The client means to keep the mural for at least 5 years.',
  );
  expect(agreementDraftSchema.safeParse(next).success).toBe(true);
});

test('terms of before the clauses were words are read as words', () => {
  const before = { ...EARLIER_TERMS, prepared_by: 'artist', rounds: 3, weather_days: 9 };
  const row = storedTerms({ ...before, clauses: [], preset: 'thirds' });
  expect(row).toMatchObject({ prepared_by: 'artist', rounds: 3, preset: 'thirds' });
  expect(row.clauses.find(({ title }) => title === 'Delays')?.text).toContain('up to 9.');
  expect(row).not.toHaveProperty('weather_days');
  expect(storedTerms(null).clauses).toEqual(USUAL_TERMS.clauses);
});
