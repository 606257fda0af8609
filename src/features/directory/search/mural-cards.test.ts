import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import type { Mural } from '#features/murals/mural.ts';
import { muralCard } from '#features/murals/mural-card.ts';
import { variantsOf } from '#features/pictures/picture-variants.ts';
import { cardFiles } from '#site/card-files.ts';
import type { Directory } from '#site/directory/directory.ts';
import type { MediaIndex } from '#site/media.ts';
import { aMural, anArtist, directoryOf } from '#tests/support/directory-rows.ts';
import { plain } from './bio-index.ts';
import { cardFile } from './card-file.ts';
import { openCards } from './card-files.ts';
import { filterValue } from './list-search.ts';
import { MURAL_CARDS } from './mural-cards.ts';
import { MURAL_LISTS } from './mural-search.ts';
import { cardQuery } from './words/query.ts';

/** An upload is called like its hash. */
const media: MediaIndex = {
  picture: (url) => (url ? variantsOf(url, { width: 1920, height: 640, color: '#c40f68' }) : null),
  preview: () => null,
};
const painters = [anArtist(1, { name: 'Zoë Peña', slug: 'zoe' }), anArtist(2, { name: 'Ana' })];
afterEach(() => vi.unstubAllGlobals());

/** The cards of these murals as the browser fetches them. */
async function opened(murals: Mural[], limits?: { single: number; pictures: number }) {
  const directory = directoryOf({ artists: painters, murals });
  const made = cardFiles('murals', { directory, media }, limits);
  let step = made.next();
  while (!step.done) step = made.next();
  const files = step.value;
  vi.stubGlobal('fetch', async (path: string) => new Response(files.get(path.slice(1))));
  return { cards: await openCards(MURAL_CARDS), files, directory };
}

const hash = (n: number) => n.toString(16).padStart(20, '0');
const anyMurals = fc.array(
  fc.record({
    title: fc.constantFrom('La Garza', 'Eat More Tacos', '壁画', 'Garza'),
    city: fc.constantFrom('San Antonio', 'Austin', null),
    artist_id: fc.constantFrom(painters[0]?.id ?? null, painters[1]?.id ?? null, null),
    styles: fc.subarray(['Nature', 'nature', 'Lettering', 'Other']),
    surface_type: fc.constantFrom('brick', 'Brick', 'metal', null),
    medium: fc.constantFrom('Acrylic', 'Tile', null),
    featured: fc.boolean(),
    image_url: fc.constantFrom(hash(1), hash(2), null),
    day: fc.integer({ min: 10, max: 14 }),
  }),
  { maxLength: 14 },
);
const anySearch = fc.record({
  q: fc.constantFrom('', 'garz', 'peña', 'tacos austin', 'lettering', 'nobody'),
  city: fc.constantFrom('', 'austin-tx'),
  style: fc.constantFrom('', 'Nature', 'other'),
  surface: fc.constantFrom('', 'BRICK', 'metal'),
  medium: fc.constantFrom('', 'Tile'),
  sort: fc.constantFrom('newest' as const, 'featured' as const),
  page: fc.constant(1),
});
const LIMITS = [undefined, { single: 3, pictures: 1 }, { single: 100, pictures: 1 }];

it('answer as a filter over all rows does', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyMurals,
      anySearch,
      fc.constantFrom(...LIMITS),
      async (values, search, limits) => {
        const murals = values.map(({ day, ...each }, n) =>
          aMural(n, {
            ...each,
            slug: `wall-${n}`,
            created_at: `2026-01-${day}`,
            city_slug: each.city && `${plain(each.city).replace(' ', '-')}-tx`,
          }),
        );
        const { cards, directory } = await opened(murals, limits);
        const query = cardQuery(MURAL_LISTS, search, undefined);
        const table = await cards.table(search.city);
        const found = await cards.cards(
          table,
          table.find(
            query,
            query.words.map(() => new Set()),
          ),
        );
        const wanted = expected(directory, search, query.words);
        expect(found).toEqual(
          wanted.map((mural) => muralCard(directory.painted(mural), media.picture)),
        );
      },
    ),
    { numRuns: 200 },
  );
});

type Search = typeof anySearch extends fc.Arbitrary<infer S> ? S : never;

/** What the page says of its filters, of whole rows. */
function expected(directory: Directory, search: Search, words: readonly string[]) {
  const same = (values: (string | null)[], wanted: string) =>
    !wanted || values.some((value) => filterValue(value ?? '') === filterValue(wanted));
  const found = directory.allMurals().filter((mural) => {
    const painter = directory.painted(mural).painter?.name ?? '';
    const texts = [mural.title, mural.city ?? '', painter, ...mural.styles].map(plain);
    return (
      same([mural.city_slug], search.city) &&
      same(mural.styles, search.style) &&
      same([mural.surface_type], search.surface) &&
      same([mural.medium], search.medium) &&
      words.every((word) => texts.some((text) => text.includes(word)))
    );
  });
  if (search.sort === 'newest') return found;
  return found.toSorted((a, b) => Number(b.featured) - Number(a.featured));
}

it('keep the focus of a picture', async () => {
  const url = hash(7);
  const picture_details = { [url]: { x: 0.12, y: 0.9, alt: 'A heron' } };
  const { cards } = await opened([aMural(1, { image_url: url, picture_details })]);
  const table = await cards.table('');
  const [card] = await cards.cards(table, [0]);
  expect(card?.pictures[0]?.focus).toEqual([1, 9]);
});

it('are named apart from those of artists', async () => {
  const { files } = await opened([aMural(1), aMural(2)], { single: 1, pictures: 0 });
  expect([...files.keys()].at(-1)).toBe(cardFile('murals'));
  expect([...files.keys()].every((name) => name.startsWith('search/murals'))).toBe(true);
});
