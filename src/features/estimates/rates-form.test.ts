import { describe, expect, it, test } from 'vitest';
import { MESSAGES } from '#lib/errors.ts';
import { violations } from '#lib/violations.ts';
import { RATES } from '#tests/support/cases/estimate-rates.ts';
import { RATE_CASES } from '#tests/support/cases/rate-cases.ts';
import {
  type RateFields,
  rateFieldNames,
  ratesDraft,
  ratesFormSchema,
  spanEnds,
  spanText,
} from './rates-form.ts';

const { spans, lift_above, lift_covers, checked_on } = RATES;
const sources = [{ name: 'a.co', url: 'https://a.co', says: 'A | B' }];
const FIELDS: RateFields = {
  ...spans,
  'city.austin-tx': null,
  lift_above,
  lift_covers,
  checked_on,
  sources,
};
const names = rateFieldNames(FIELDS);
const schema = ratesFormSchema(names);

it('shows what is stored, and gives it back', () => {
  const draft = ratesDraft(FIELDS);
  expect(draft['foot.graphic']).toBe('15 to 30');
  expect(draft['city.austin-tx']).toBe('');
  expect(draft.sources).toBe('a.co | https://a.co | A | B');
  expect(schema.parse(draft)).toEqual(FIELDS);
  expect(Object.keys(draft).sort()).toEqual([...names].sort());
});

test('the ends of a span', () => {
  expect(spanEnds('10 to 22')).toEqual(['10', '22']);
  expect(spanEnds('')).toEqual(['', '']);
  expect(spanText('', '22')).toBe(' to 22');
  expect(spanEnds(' to 22')).toEqual(['', '22']);
  expect(spanText('', '')).toBe('');
  expect(
    schema.parse({ ...ratesDraft(FIELDS), lift: '$1,000 to 2,000', 'size.huge': '70 % to 85%' }),
  ).toMatchObject({
    lift: [1000, 2000],
    'size.huge': [70, 85],
  });
});

describe('the rules', () => {
  test.each(RATE_CASES)('$field $typed: $code', ({ field, typed, sent, code }) => {
    const parsed = schema.safeParse({ ...ratesDraft(FIELDS), [field]: typed });
    if (code) {
      expect(parsed.error && violations(parsed.error, names)).toEqual([
        { field, message: MESSAGES[code] },
      ]);
    } else expect(parsed.data?.[field]).toEqual(sent);
  });
});
