import { describe, expect, it } from 'vitest';
import { NAMED_PROFILE } from '#tests/support/cases/profile-cases.ts';
import { artistProfileSchema, parseList } from './artist.ts';
import { experienceLabel, ratingLabel } from './artist-labels.ts';

describe('artist profile (section 5)', () => {
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
