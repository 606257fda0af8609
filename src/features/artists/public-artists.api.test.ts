import { expect, it, vi } from 'vitest';
import { publicArtist } from './public-artists.api.ts';

/** No version and no variant, as ids that were written by hand are; PostgreSQL takes any 32 digits. */
const ID = '00000000-0000-0000-0000-00000000a001';

const from = vi.hoisted(() => vi.fn());
vi.mock('#data/browser-client.ts', () => ({ browserClient: async () => ({ from }) }));

it('finds an artist by any id that PostgreSQL takes, and asks for no other', async () => {
  const artist = {
    id: ID,
    name: 'Marisol',
    slug: 'marisol',
    city: null,
    state: null,
    paused_until: null,
    unclaimed: false,
  };
  const answer = { data: [artist], error: null, status: 200 };
  const query = Object.assign(Promise.resolve(answer), { select: () => query, eq: () => query });
  from.mockReturnValue(query);
  expect(await publicArtist(ID)).toEqual(artist);
  expect(await publicArtist('marisol')).toBeNull();
  expect(from).toHaveBeenCalledOnce();
});
