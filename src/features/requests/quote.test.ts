import { describe, expect, it } from 'vitest';
import { MESSAGES } from '#lib/errors.ts';
import { BUDGETS, STYLES, SURFACES } from '#lib/options.ts';
import { violations } from '#lib/violations.ts';
import { quoteSchema } from './quote.ts';
import { EMPTY_QUOTE, QUOTE_FIELDS, type QuoteDraft } from './quote-fields.ts';

const GOOD: QuoteDraft = {
  name: 'Ana',
  email: 'ana@example.com',
  phone: '',
  city: 'San Antonio',
  project_description: 'A wall of agaves',
  mural_size: '',
  surface_type: 'brick',
  style_preference: 'nature',
  budget_range: '1k-5k',
};
const check = (patch: Partial<Record<keyof QuoteDraft, unknown>>) => {
  const result = quoteSchema.safeParse({ ...GOOD, ...patch });
  return result.success ? [] : violations(result.error, QUOTE_FIELDS);
};
const of = (char: string, n: number) => char.repeat(n);

describe('quote form (section 5)', () => {
  it('checks exactly the fields that the form shows, in their order', () => {
    expect(Object.keys(quoteSchema.shape)).toEqual(QUOTE_FIELDS);
  });

  it('has its fields in the specification’s order', () => {
    expect(QUOTE_FIELDS).toEqual([
      'name',
      'email',
      'phone',
      'city',
      'project_description',
      'mural_size',
      'surface_type',
      'style_preference',
      'budget_range',
    ]);
  });

  it('answers an empty form with the first violation first', () => {
    const result = quoteSchema.safeParse(EMPTY_QUOTE);
    expect(result.success).toBe(false);
    if (result.success) return;
    expect(violations(result.error, QUOTE_FIELDS).map((v) => v.message)).toEqual([
      'Name is required',
      'Invalid email address',
      'City is required',
      'Please provide more details',
      'Please select a surface type',
      'Please select a style',
      'Please select a budget range',
    ]);
  });

  it('answers missing and non-text values with the same sentences', () => {
    expect(check({ name: undefined, city: 7, budget_range: null })).toEqual([
      { field: 'name', message: MESSAGES.name_required },
      { field: 'city', message: MESSAGES.city_required },
      { field: 'budget_range', message: MESSAGES.budget_required },
    ]);
  });

  it.each([
    ['name', ' \t\n', 'Name is required'],
    ['name', of('n', 101), MESSAGES.name_too_long],
    ['email', `${of('a', 251)}@b.co`, MESSAGES.email_too_long],
    ['phone', of('1', 21), MESSAGES.phone_too_long],
    ['city', of('c', 101), MESSAGES.city_too_long],
    ['project_description', of('p', 9), 'Please provide more details'],
    ['project_description', `    ${of('p', 9)}   `, 'Please provide more details'],
    ['project_description', of('p', 2001), MESSAGES.project_too_long],
    ['mural_size', of('m', 101), MESSAGES.mural_size_too_long],
    ['surface_type', 'glass', 'Please select a surface type'],
    ['style_preference', 'Abstract', 'Please select a style'],
    ['budget_range', '$10,000+', 'Please select a budget range'],
  ] as const)('%s %j: %s', (field, value, message) => {
    expect(check({ [field]: value })).toEqual([{ field, message }]);
  });

  it.each([
    ['name', of('n', 100)],
    ['phone', of('1', 20)],
    ['city', of('c', 100)],
    ['project_description', of('p', 10)],
    ['project_description', of('p', 2000)],
    // Counted as PostgreSQL counts: one painter's palette is one character, not two.
    ['project_description', of('🎨', 2000)],
    ['mural_size', of('m', 100)],
  ] as const)('%s may be as long as its limit', (field, value) => {
    expect(check({ [field]: value })).toEqual([]);
  });

  it('accepts every option of section 9', () => {
    for (const surface_type of SURFACES) expect(check({ surface_type })).toEqual([]);
    for (const style_preference of STYLES) expect(check({ style_preference })).toEqual([]);
    for (const budget_range of BUDGETS) expect(check({ budget_range })).toEqual([]);
  });

  it('gives trimmed values, and null for optional ones left empty', () => {
    expect(
      quoteSchema.parse({ ...GOOD, name: '  Ana ', phone: '  ', mural_size: ' 10 x 20 ' }),
    ).toEqual({
      ...GOOD,
      name: 'Ana',
      phone: null,
      mural_size: '10 x 20',
    });
  });
});
