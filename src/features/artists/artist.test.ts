import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MESSAGES } from '#lib/errors.ts';
import { violations } from '#lib/violations.ts';
import { NAMED_PROFILE } from '#tests/support/cases/profile-cases.ts';
import {
  ARTIST_PROFILE_FIELDS,
  type ArtistProfileDraft,
  artistProfileSchema,
  parseList,
} from './artist.ts';
import { experienceLabel, ratingLabel } from './artist-labels.ts';

const check = (patch: Partial<ArtistProfileDraft>) => {
  const result = artistProfileSchema.safeParse({ ...NAMED_PROFILE, ...patch });
  return result.success ? [] : violations(result.error, ARTIST_PROFILE_FIELDS);
};
const of = (char: string, n: number) => char.repeat(n);

describe('artist profile (section 5)', () => {
  it.each([
    ['name', ' ', 'Name is required'],
    ['name', of('n', 101), MESSAGES.name_too_long],
    ['email', 'nobody', 'Invalid email address'],
    ['phone', of('1', 21), MESSAGES.phone_too_long],
    ['city', of('c', 101), MESSAGES.city_too_long],
    ['state', of('s', 51), MESSAGES.state_too_long],
    ['bio', of('b', 2001), MESSAGES.bio_too_long],
    ['years_experience', '101', MESSAGES.years_invalid],
    ['travel_miles', '3001', MESSAGES.travel_invalid],
    ['travel_miles', 'far', MESSAGES.travel_invalid],
    ['minimum_price', '1000001', MESSAGES.minimum_price_invalid],
    ['website', 'javascript:alert(1)', MESSAGES.website_invalid],
    ['social_links', 'a.co, javascript:alert(1)', MESSAGES.links_invalid],
    ['social_links', 'a.co b.co c.co d.co e.co f.co g.co', MESSAGES.links_invalid],
    ['years_experience', '-1', MESSAGES.years_invalid],
    ['years_experience', '1.5', MESSAGES.years_invalid],
    ['years_experience', '1e1', MESSAGES.years_invalid],
    ['years_experience', 'ten', MESSAGES.years_invalid],
    ['styles', of('s', 51), MESSAGES.list_item_too_long],
    ['mediums', `a, ${of('m', 51)}`, MESSAGES.list_item_too_long],
    ['surfaces', of('s', 51), MESSAGES.list_item_too_long],
  ] as const)('%s %j: %s', (field, value, message) => {
    expect(check({ [field]: value })).toEqual([{ field, message }]);
  });

  it.each([
    ['name', of('n', 100)],
    ['phone', of('1', 20)],
    ['city', of('c', 100)],
    ['state', of('s', 50)],
    ['bio', of('b', 2000)],
    ['years_experience', '0'],
    ['years_experience', '100'],
    ['styles', of('s', 50)],
    // The twenty-first item is ignored before its length could matter.
    ['styles', `${Array(20).fill('ok').join()},${of('s', 51)}`],
  ] as const)('%s may reach its limit', (field, value) => {
    expect(check({ [field]: value })).toEqual([]);
  });

  it('gives a row’s values: empty becomes none, years a number, lists arrays', () => {
    expect(
      artistProfileSchema.parse({
        ...NAMED_PROFILE,
        name: ' Ana ',
        years_experience: ' 12 ',
        styles: 'a, b',
        minimum_price: '900',
        insured: 'true',
        website: 'ana.art',
        social_links: 'instagram.com/ana, https://tiktok.com/@ana',
      }),
    ).toEqual({
      name: 'Ana',
      email: null,
      phone: null,
      city: null,
      state: null,
      bio: null,
      years_experience: 12,
      styles: ['a', 'b'],
      mediums: [],
      surfaces: [],
      languages: [],
      travel_miles: null,
      minimum_price: 900,
      insured: true,
      website: 'https://ana.art',
      social_links: ['https://instagram.com/ana', 'https://tiktok.com/@ana'],
    });
  });
});

describe('parseList', () => {
  it.each([
    ['', []],
    [' , ,, ', []],
    ['a, b ,, c', ['a', 'b', 'c']],
    ['pop art,  op art ', ['pop art', 'op art']],
  ])('%j', (text, items) => {
    expect(parseList(text)).toEqual(items);
  });

  it('gives at most 20 trimmed, non-empty items and is stable', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', ' ', ',', 'é', '\t') }), (text) => {
        const items = parseList(text);
        expect(items.length).toBeLessThanOrEqual(20);
        for (const item of items) expect(item).toBe(item.trim());
        expect(items).not.toContain('');
        expect(parseList(items.join(', '))).toEqual(items);
      }),
    );
  });
});

describe('labels (sections 2 and 9)', () => {
  it.each([
    [null, null],
    [0, null],
    [1, '1+ Year Experience'],
    [2, '2+ Years Experience'],
    [100, '100+ Years Experience'],
  ])('experience %j is %j', (years, label) => expect(experienceLabel(years)).toBe(label));

  it.each([
    [4, 0, '4.0', 'Rated 4.0 of 5'],
    [4.25, 0, '4.3', 'Rated 4.3 of 5'],
    [5, 1, '5.0 (1)', 'Rated 5.0 of 5 by 1 client'],
    [4.9, 12, '4.9 (12)', 'Rated 4.9 of 5 by 12 clients'],
  ])('a rating of %j by %j is %j', (rating, reviews, shown, spoken) => {
    expect(ratingLabel(rating, reviews)).toEqual({ shown, spoken });
  });

  it('who has no rating is new', () => {
    expect(ratingLabel(0, 0)).toBeNull();
  });
});
