import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { artistIndex, type Pagefind } from './pagefind.ts';

const EVERYTHING = { words: [], sort: { featured: 'asc' as const } };

function fakePagefind(count: number) {
  const read: number[] = [];
  const results = Array.from({ length: count }, (_, i) => ({
    id: `r${i}`,
    data: async () => {
      read.push(i);
      return { raw_url: `/artist/a-${i}#${JSON.stringify({ name: `Artist #${i}` })}` };
    },
  }));
  const library = {
    options: vi.fn(async () => {}),
    init: vi.fn(async () => {}),
    destroy: vi.fn(async () => {}),
    search: vi.fn<Pagefind['search']>(async () => ({ results })),
  };
  return { library, read, results };
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('artistIndex', () => {
  it('reads the records of one page only', async () => {
    const { library, read } = fakePagefind(30);
    const page = await artistIndex(async () => library).search(EVERYTHING, 3);
    expect(page.cards.map((card) => card.name)).toEqual(
      [24, 25, 26, 27, 28, 29].map((i) => `Artist #${i}`),
    );
    expect(page).toMatchObject({ total: 30, page: 3 });
    expect(read).toHaveLength(6);
  });

  it('keeps the chosen order, and wants every word', async () => {
    const { library, results } = fakePagefind(5);
    const [r0, r1, r2, r3] = results as Required<typeof results>;
    const answers: Record<string, unknown[]> = { big: [r3, r1, r0], wall: [r2, r3, r0], none: [] };
    library.search.mockImplementation(async (text, { sort }) => {
      const found = text === null ? results : (answers[text] ?? []);
      return { results: sort.featured ? results.filter((r) => found.includes(r)) : found } as never;
    });
    const index = artistIndex(async () => library);
    const both = await index.search({ ...EVERYTHING, words: ['big', 'wall'] }, 1);
    expect(both.cards.map((card) => card.name)).toEqual(['Artist #0', 'Artist #3']);
    expect((await index.search({ ...EVERYTHING, words: ['big', 'none'] }, 1)).total).toBe(0);
  });

  it('asks the index once for the same order and word, and again when either differs', async () => {
    const { library } = fakePagefind(30);
    const index = artistIndex(async () => library);
    await index.search({ ...EVERYTHING, words: ['big'] }, 1);
    await index.search({ ...EVERYTHING, words: ['big'] }, 2);
    expect(library.search).toHaveBeenCalledTimes(1);
    await index.search({ ...EVERYTHING, words: ['big', 'wall'] }, 1);
    expect(library.search).toHaveBeenCalledTimes(2);
    await index.search({ ...EVERYTHING, words: ['big', 'wall'], sort: { name: 'asc' } }, 1);
    expect(library.search).toHaveBeenCalledTimes(3);
  });

  it('shows the last page for one that is too late, and the first of nothing', async () => {
    const many = artistIndex(async () => fakePagefind(13).library);
    expect(await many.search(EVERYTHING, 99)).toMatchObject({ page: 2, total: 13 });
    const none = artistIndex(async () => fakePagefind(0).library);
    expect(await none.search(EVERYTHING, 5)).toEqual({ cards: [], page: 1, total: 0 });
  });

  it('loads the library once, however it is asked', async () => {
    const { library } = fakePagefind(1);
    const load = vi.fn(async () => library);
    const index = artistIndex(load);
    index.warm();
    await Promise.all([index.search(EVERYTHING, 1), index.search(EVERYTHING, 1)]);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('starts afresh when the index was replaced under an open page', async () => {
    const { library } = fakePagefind(2);
    library.search.mockRejectedValueOnce(new Error('404'));
    const page = await artistIndex(async () => library).search(EVERYTHING, 1);
    expect(page.total).toBe(2);
    expect(library.destroy).toHaveBeenCalledTimes(1);
    expect(library.init).toHaveBeenCalledTimes(2);
  });

  it('rejects when the index cannot be loaded, and tries again at the next search', async () => {
    const { library } = fakePagefind(1);
    const load = vi.fn(async () => library);
    load.mockRejectedValueOnce(new Error('offline')).mockRejectedValueOnce(new Error('offline'));
    const index = artistIndex(load);
    await expect(index.search(EVERYTHING, 1)).rejects.toThrow('offline');
    // Nothing of the failure is kept.
    expect((await index.search(EVERYTHING, 1)).total).toBe(1);
  });
});
