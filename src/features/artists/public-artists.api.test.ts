import { expect, it, vi } from 'vitest';
import { publicArtists } from './public-artists.api.ts';

/** No version and no variant, as ids that were written by hand are; PostgreSQL takes any 32 digits. */
const ID = '00000000-0000-0000-0000-00000000a001';
const OTHER = '00000000-0000-0000-0000-00000000a002';

const from = vi.hoisted(() => vi.fn());
vi.mock('#data/browser-client.ts', () => ({ dataClient: async () => ({ from }) }));

const artist = (id: string, slug: string) => ({
  id,
  name: slug,
  slug,
  city: null,
  state: null,
  paused_until: null,
  unclaimed: false,
});

it('finds artists by any id that PostgreSQL takes and by slug, in the order asked for', async () => {
  const answer = { data: [artist(OTHER, 'ana'), artist(ID, 'marisol')], error: null, status: 200 };
  const or = vi.fn();
  const query = Object.assign(Promise.resolve(answer), {
    select: () => query,
    eq: () => query,
    or,
  });
  or.mockReturnValue(query);
  from.mockReturnValue(query);
  const names = async (...asked: Parameters<typeof publicArtists>) =>
    (await publicArtists(...asked)).map(({ slug }) => slug);
  expect(await names(ID, ['ana'])).toEqual(['marisol', 'ana']);
  expect(await names('marisol', ['ana', 'marisol', 'x),name.eq.(y'])).toEqual(['ana', 'marisol']);
  expect(await names('marisol', [])).toEqual([]);
  expect(or.mock.calls).toEqual([[`id.eq.${ID},slug.eq.ana`], ['slug.eq.ana,slug.eq.marisol']]);
});
