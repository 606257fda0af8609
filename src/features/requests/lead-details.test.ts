import { describe, expect, it } from 'vitest';
import { MESSAGES } from '#lib/errors.ts';
import { leadDetailsSchema } from './lead-details.ts';

const NOTHING = {
  width_ft: null,
  height_ft: null,
  size_source: null,
  place: null,
  surface_unsure: false,
  mural_ids: [],
  mural_slugs: [],
};
const slugs = (count: number) => Array.from({ length: count }, (_, n) => `heron-${n}`);

// Boundaries are held against the database in tests/db/sql-and-typescript.test.ts.
describe('leadDetailsSchema', () => {
  it('is nothing where nothing is said, and leaves out what it does not know', () => {
    expect(leadDetailsSchema.parse({ later: 1 })).toEqual(NOTHING);
  });

  it('rounds a size to a tenth of a foot and knows where it comes from', () => {
    expect(leadDetailsSchema.parse({ width_ft: 20.25, height_ft: 8.04 })).toMatchObject({
      width_ft: 20.3,
      height_ft: 8,
      size_source: 'typed',
    });
    expect(leadDetailsSchema.parse({ size_source: 'like' }).size_source).toBeNull();
  });

  it.each([
    [{ width_ft: 20 }, MESSAGES.feet_invalid],
    [{ width_ft: 0.4, height_ft: 10 }, MESSAGES.feet_invalid],
    [{ mural_slugs: slugs(7) }, MESSAGES.liked_murals_too_many],
    [
      { mural_slugs: slugs(6), mural_ids: ['7a2f0f4e-1d3c-4b5a-8c6d-9e0f1a2b3c4d'] },
      MESSAGES.liked_murals_too_many,
    ],
  ])('refuses %j', (details, message) => {
    expect(leadDetailsSchema.safeParse(details).error?.issues[0]?.message).toBe(message);
  });
});
