import { afterEach, expect, it, vi } from 'vitest';
import type { Mural } from '#features/murals/mural.ts';
import { variantsOf } from '#features/pictures/picture-variants.ts';
import { cardFiles } from '#site/card-files.ts';
import type { MediaIndex } from '#site/media.ts';
import { aMural, directoryOf } from '#tests/support/directory-rows.ts';
import { cardFile } from './card-file.ts';
import { openCards } from './card-files.ts';
import { MURAL_CARDS } from './mural-cards.ts';

/** An upload is called like its hash. */
const media: MediaIndex = {
  picture: (url) => (url ? variantsOf(url, { width: 1920, height: 640, color: '#c40f68' }) : null),
  preview: () => null,
};
afterEach(() => vi.unstubAllGlobals());

/** The cards of these murals as the browser fetches them. */
async function opened(murals: Mural[], limits?: { single: number; pictures: number }) {
  const directory = directoryOf({ murals });
  const made = cardFiles('murals', { directory, media }, limits);
  let step = made.next();
  while (!step.done) step = made.next();
  const files = step.value;
  vi.stubGlobal('fetch', async (path: string) => new Response(files.get(path.slice(1))));
  return { cards: await openCards(MURAL_CARDS), files };
}

it('keep the focus of a picture', async () => {
  const url = '7'.padStart(20, '0');
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
