import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ListedArtist } from '#domain/artist.ts';
import { COMPARATORS, filterWord, type Sort } from '#domain/artist-search.ts';
import { searchRecord } from './search-records.ts';

const artist = (values: Partial<ListedArtist> = {}): ListedArtist => ({
  id: '0b4f1f4e-6a53-4c7e-9a35-0f2b8e6e0001',
  name: 'Marisol Vega',
  slug: 'marisol-vega',
  city: 'San Antonio',
  state: 'Texas',
  city_slug: 'san-antonio-tx',
  bio: 'Paints the Westside.',
  styles: ['Abstract', 'abstract ', 'Nature'],
  mediums: ['Spray Paint'],
  surfaces: ['brick'],
  profile_photo: null,
  portfolio_images: [],
  featured: false,
  public_visible: true,
  average_rating: 4.5,
  years_experience: 3,
  created_at: '2024-05-01T00:00:00Z',
  updated_at: '2024-05-01T00:00:00Z',
  ...values,
});

describe('a search record', () => {
  it('holds the text of name, bio, city and styles', () => {
    const { content } = searchRecord(artist(), {});
    for (const text of ['Marisol Vega', 'Westside', 'San Antonio', 'Nature']) {
      expect(content).toContain(text);
    }
  });

  it('has a word for each filter, whatever its spelling', () => {
    const words = searchRecord(artist(), {}).content.split(' ');
    expect(words).toEqual(
      expect.arrayContaining([
        filterWord('place', 'san-antonio-tx'),
        filterWord('style', 'abstract'),
        filterWord('style', 'nature'),
        filterWord('medium', 'spray paint'),
      ]),
    );
    expect(words.filter((word) => word === filterWord('style', 'abstract'))).toHaveLength(1);
    const { content } = searchRecord(artist({ city: null, city_slug: null }), {});
    expect(content).not.toContain(filterWord('place', '').slice(0, -1));
  });

  it('has each word of the text once', () => {
    const { content } = searchRecord(
      artist({ bio: 'Walls, walls (big WALLS) in San Antonio.' }),
      {},
    );
    expect(content.match(/walls/gi)).toEqual(['Walls']);
    expect(content.match(/Antonio/g)).toHaveLength(1);
  });

  it('carries the card where its words are not searched', () => {
    const card = { name: 'A # in it', featured: true };
    const { url } = searchRecord(artist(), card);
    expect(url.startsWith('/artist/marisol-vega#')).toBe(true);
    expect(JSON.parse(url.slice(url.indexOf('#') + 1))).toEqual(card);
  });

  it('has a double name as a whole and in its parts', () => {
    expect(searchRecord(artist({ name: "Ana O'Brien-Peña" }), {}).content).toMatch(
      /^Ana O'Brien-Peña O'Brien Peña /,
    );
  });

  it('sorts as the domain does', () => {
    const words = fc.array(fc.constantFrom('Ana', 'ana', 'Ángel', 'Zoe', 'bea', 'Luz'), {
      minLength: 1,
      maxLength: 2,
    });
    const anyArtist = fc.record({
      id: fc.uuid(),
      name: words.map((list) => list.join(' ')),
      city: fc.constantFrom(null, 'Austin', 'austin', 'Boerne', 'San Marcos'),
      featured: fc.boolean(),
      average_rating: fc.integer({ min: 0, max: 50 }).map((n) => n / 10),
      created_at: fc.constantFrom('2024-05-01T00:00:00Z', '2025-01-01T10:00:00Z'),
    });
    fc.assert(
      fc.property(anyArtist, anyArtist, fc.constantFrom(...sorts), (a, b, sort) => {
        const [keyA, keyB] = [a, b].map((values) => searchRecord(artist(values), {}).sort[sort]);
        const order = COMPARATORS[sort](artist(a), artist(b));
        // The domain tells case and accents apart between names that are otherwise equal; a key need not.
        fc.pre(
          sort === 'featured'
            ? a.id !== b.id
            : base(a.name) !== base(b.name) && (sort !== 'city' || sameOrBase(a.city, b.city)),
        );
        expect(Math.sign(order)).toBe((keyA ?? '') < (keyB ?? '') ? -1 : 1);
      }),
    );
  });
});

const sorts: Sort[] = ['featured', 'name', 'city', 'newest'];
const base = (text: string | null) =>
  (text ?? '')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
const sameOrBase = (a: string | null, b: string | null) => a === b || base(a) !== base(b);
