import { describe, expect, it } from 'vitest';
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

// Each field at its limits is held against the database in tests/db/sql-and-typescript.test.ts.
describe('quote form (section 5)', () => {
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
