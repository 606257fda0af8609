import { describe, expect, it, test } from 'vitest';
import { MESSAGES } from '#lib/errors.ts';
import { AGREEMENT_CASES, agreementCase, KNOWN } from '#tests/support/cases/agreement-cases.ts';
import {
  agreementDraftSchema,
  agreementSchema,
  draftOf,
  type Known,
  newAgreement,
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
    const draft = agreementCase({ round_price: '250', rounds: '3' });
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

/** Somebody may have signed by these words: new ones are a new template, and these stay. */
test.each([
  ['muro-1', { coating: 'not_included' }, { coating: 'included' }],
  ['muro-2', {}, { included: ['coating', 'permits'] }],
])('the words of the template %s stay as they are', (template, more, other) => {
  const text = (change: Parameters<typeof agreementCase>[0], stored: object) =>
    agreementText(
      agreementSchema.parse({
        ...agreementDraftSchema.parse(agreementCase(change)),
        template,
        ...stored,
      }),
    )
      .flatMap(({ title, lines }) => [`# ${title}`, ...lines])
      .join('\n');
  expect(text({}, more)).toMatchSnapshot();
  expect(
    text(
      {
        ...{ prepared_by: 'artist', rounds: '0', round_price: '250', weather_days: '0' },
        ...{ postpone_days: '0', photos: 'ask_first', credit: '@marisol', vara: 'waived' },
        ...{ warranty_months: '0', stays_years: '0', insurance: 'liability' },
        clauses: [{ title: 'Lift', text: 'The client rents the lift.\nIt comes by noon.' }],
      },
      other,
    ),
  ).toMatchSnapshot();
});
