import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ListedArtist } from '#features/artists/artist.ts';
import { artistCard } from '#features/artists/artist-card.ts';
import { variantsOf } from '#features/pictures/picture-variants.ts';
import { cardFiles } from '#site/card-files.ts';
import type { MediaIndex } from '#site/media.ts';
import { anArtist, directoryOf, id } from '#tests/support/directory-rows.ts';
import { ARTIST_CARDS } from './search/artist-cards.ts';
import {
  ARTIST_LISTS,
  COMPARATORS,
  EMPTY_SEARCH,
  SORTS,
  type Sort,
} from './search/artist-search.ts';
import { cardFile } from './search/card-file.ts';
import { openCards } from './search/card-files.ts';
import { filterValue } from './search/list-search.ts';
import { type CardQuery, cardQuery } from './search/words/query.ts';

const ALL = cardQuery(ARTIST_LISTS, EMPTY_SEARCH, undefined);
const inCity = (city: string) => cardQuery(ARTIST_LISTS, { ...EMPTY_SEARCH, city }, undefined);

/** An upload is called like its hash. */
const media: MediaIndex = {
  picture: (url) => (url ? variantsOf(url, { width: 1280, height: 960, color: '#c40f68' }) : null),
  preview: () => null,
};
const hash = (n: number) => n.toString(16).padStart(20, '0');

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The cards of these artists as the browser fetches them. */
async function opened(artists: ListedArtist[], limits?: { single: number; pictures: number }) {
  const directory = directoryOf({ artists });
  const made = cardFiles('artists', { directory, media }, limits);
  let step = made.next();
  while (!step.done) step = made.next();
  const files = step.value;
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return new Response(files.get(path.slice(1)), { status: files.has(path.slice(1)) ? 200 : 404 });
  });
  return { cards: await openCards(ARTIST_CARDS), files, asked };
}

const NAMES = ['Ana', 'ana', 'Ángel', 'Zoë Peñaloza', 'Marisol Vega', "Conor O'Brien", 'Bea\nLuz'];
const CITIES = [null, 'Austin', 'austin', 'Boerne', 'San Marcos', 'Ávila'];
const STYLES = ['Abstract', 'abstract ', 'Nature', 'Chicano Art', 'Murals'];

const anyArtists = fc.array(
  fc.record({
    name: fc.constantFrom(...NAMES),
    city: fc.constantFrom(...CITIES),
    state: fc.constantFrom(null, 'TX', 'Texas'),
    styles: fc.uniqueArray(fc.constantFrom(...STYLES)),
    mediums: fc.uniqueArray(fc.constantFrom('Acrylic', 'Spray Paint', 'spray paint')),
    portfolio_images: fc.array(fc.nat(30).map(hash), { maxLength: 3 }),
    profile_photo: fc.option(fc.nat(30).map(hash)),
    featured: fc.boolean(),
    average_rating: fc.integer({ min: 0, max: 50 }).map((n) => n / 10),
    review_count: fc.nat(60),
    years_experience: fc.option(fc.nat(40)),
    created_at: fc.constantFrom('2024-05-01T00:00:00Z', '2025-01-01T10:00:00Z'),
    order: fc.nat(999),
  }),
  { maxLength: 14 },
);
const anyQuery = fc.record({
  words: fc.array(fc.constantFrom('ana', 'ariso', 'obrien', 'boer', 'nature', 'mural', 'x'), {
    maxLength: 2,
  }),
  filters: fc.record({
    city: fc.constantFrom('', 'austin-tx', 'san-marcos-tx', 'nowhere-tx'),
    style: fc.constantFrom('', 'abstract', 'nature', 'cubist'),
    medium: fc.constantFrom('', 'spray paint'),
  }),
  sort: fc.constantFrom(...(Object.keys(SORTS) as Sort[])),
});
const LIMITS = [
  { single: 20_000, pictures: 1000 },
  { single: 20_000, pictures: 2 },
  { single: 3, pictures: 1000 },
  { single: 0, pictures: 0 },
];

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}\s]/gu, '')
    .toLowerCase();

/** What the specification says, of whole rows. */
function expected(artists: readonly ListedArtist[], query: CardQuery, bios: Set<string>[]) {
  const has = (labels: readonly string[], value: string) =>
    !value || labels.some((label) => filterValue(label) === value);
  return artists
    .filter((artist) => {
      const text = [artist.name, artist.city ?? '', ...artist.styles].map(plain);
      return (
        (!query.filters.city || artist.city_slug === query.filters.city) &&
        has(artist.styles, query.filters.style ?? '') &&
        has(artist.mediums, query.filters.medium ?? '') &&
        query.words.every(
          (word, i) => text.some((one) => one.includes(word)) || bios[i]?.has(artist.slug),
        )
      );
    })
    .toSorted(COMPARATORS[query.sort as Sort]);
}

describe('the cards of a directory', () => {
  it('answer as a filter over all rows does, in the order of the domain', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyArtists,
        anyQuery,
        fc.constantFrom(...LIMITS),
        fc.nat(13),
        async (values, query, limits, inBio) => {
          const artists = values.map(({ order, ...each }, n) =>
            anArtist(n, {
              ...each,
              id: id(order * 100 + n),
              slug: n % 2 ? `artist-${n}` : `ana-${n}`,
              city_slug: each.city && `${plain(each.city).replace(' ', '-')}-tx`,
            }),
          );
          const bios = query.words.map(() => new Set(artists[inBio] ? [artists[inBio].slug] : []));
          const { cards } = await opened(artists, limits);
          const table = await cards.table(query.filters.city);
          const found = await cards.cards(table, table.find(query, bios));
          const wanted = expected(artists, query, bios);
          expect(found).toEqual(wanted.map((artist) => artistCard(artist, media.picture)));
        },
      ),
      { numRuns: 300 },
    );
  });

  const artists = Array.from({ length: 50 }, (_, n) =>
    anArtist(n, {
      city: n < 20 ? 'Austin' : 'Boerne',
      city_slug: n < 20 ? 'austin-tx' : 'boerne-tx',
      portfolio_images: [hash(n)],
    }),
  );

  it('come in one file, which is asked for once', async () => {
    const { cards, asked } = await opened(artists);
    for (const city of ['', 'austin-tx', '']) {
      const table = await cards.table(city);
      await cards.cards(table, table.find(inCity(city), []));
    }
    expect(asked).toEqual([`/${cardFile('artists')}`]);
  });

  it('have their pictures in files of their own where they are many, and the few that are shown are fetched', async () => {
    const { cards, asked, files } = await opened(artists, { single: 100, pictures: 10 });
    const table = await cards.table('');
    const rows = table.find(ALL, []);
    asked.length = 0;
    const [first] = await cards.cards(table, rows.slice(0, 1));
    expect(first?.pictures).toHaveLength(1);
    expect(asked).toHaveLength(1);
    await cards.cards(table, rows);
    expect(asked).toHaveLength(files.size - 1);
  });

  it('come in parts where they are very many, and a city needs only its own', async () => {
    const many = Array.from({ length: 9000 }, (_, n) =>
      anArtist(n, { city: `Town ${n % 3}`, city_slug: `town-${n % 3}-tx` }),
    );
    const { cards, asked, files } = await opened(many, { single: 8000, pictures: 10 });
    expect(files.size).toBe(1 + 2);
    const one = await cards.table('town-1-tx');
    expect(one.find(inCity('town-1-tx'), [])).toHaveLength(3000);
    expect(asked).toEqual([`/${cardFile('artists')}`, '/search/artists-0.json']);
    expect((await cards.table('')).find(ALL, [])).toHaveLength(9000);
    expect(await cards.table('nowhere-tx').then((none) => none.find(ALL, []))).toEqual([]);
  });

  it('are not mixed with parts of others', async () => {
    const { cards, files } = await opened(artists, { single: 1, pictures: 1000 });
    files.set('search/artists-0.json', JSON.stringify({ version: 'other', columns: {} }));
    await expect(cards.table('')).rejects.toThrow('belongs to other cards');
  });

  it('reject where a file is gone', async () => {
    const { files } = await opened(artists);
    files.clear();
    await expect(openCards(ARTIST_CARDS)).rejects.toThrow('search/artists.json: 404');
  });
});
