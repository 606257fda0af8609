import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { artistIndex } from './artist-index.ts';
import type { OpenIndex } from './pagefind.ts';
import type { IndexQuery } from './query.ts';

const EVERYTHING: IndexQuery = { words: [], sort: 'featured' };

function fakeIndex(count: number, words: Record<string, number[]> = {}) {
  const all = Array.from({ length: count }, (_, i) => i);
  return {
    sortedRecords: vi.fn((sort) => (sort === 'name' ? [...all].reverse() : all)),
    recordsWith: vi.fn(async (word) => new Set(words[word])),
    url: vi.fn(async (i) => `/artist/a-${i}#${JSON.stringify({ name: `Artist #${i}` })}`),
  } satisfies OpenIndex;
}
const names = ({ cards }: { cards: { name: string }[] }) => cards.map((card) => card.name);

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('artistIndex', () => {
  it('reads the records of one page only', async () => {
    const opened = fakeIndex(30);
    const page = await artistIndex(async () => opened).search(EVERYTHING, 3);
    expect(names(page)).toEqual([24, 25, 26, 27, 28, 29].map((i) => `Artist #${i}`));
    expect(page).toMatchObject({ total: 30, page: 3 });
    expect(opened.url).toHaveBeenCalledTimes(6);
  });

  it('keeps the chosen order, and wants every word', async () => {
    const opened = fakeIndex(5, { big: [3, 1, 0], wall: [2, 3, 0] });
    const index = artistIndex(async () => opened);
    const both = ['big', 'wall'];
    expect(names(await index.search({ words: both, sort: 'featured' }, 1))).toEqual([
      'Artist #0',
      'Artist #3',
    ]);
    expect(names(await index.search({ words: both, sort: 'name' }, 1))).toEqual([
      'Artist #3',
      'Artist #0',
    ]);
    expect((await index.search({ ...EVERYTHING, words: ['big', 'none'] }, 1)).total).toBe(0);
  });

  it('looks a word up once', async () => {
    const opened = fakeIndex(30, { big: [1], wall: [1] });
    const index = artistIndex(async () => opened);
    await index.search({ ...EVERYTHING, words: ['big'] }, 1);
    await index.search({ ...EVERYTHING, words: ['big', 'wall'] }, 1);
    await index.search({ words: ['wall', 'big'], sort: 'name' }, 1);
    expect(opened.recordsWith.mock.calls).toEqual([['big'], ['wall']]);
  });

  it('shows the last page for one that is too late, and the first of nothing', async () => {
    const many = artistIndex(async () => fakeIndex(13));
    expect(await many.search(EVERYTHING, 99)).toMatchObject({ page: 2, total: 13 });
    const none = artistIndex(async () => fakeIndex(0));
    expect(await none.search(EVERYTHING, 5)).toEqual({ cards: [], page: 1, total: 0 });
  });

  it('opens once, however it is asked', async () => {
    const open = vi.fn(async () => fakeIndex(1));
    const index = artistIndex(open);
    index.warm();
    await Promise.all([index.search(EVERYTHING, 1), index.search(EVERYTHING, 1)]);
    expect(open).toHaveBeenCalledTimes(1);
  });

  it('starts afresh when the index was replaced under an open page', async () => {
    const old = fakeIndex(2, { big: [0] });
    old.url.mockRejectedValueOnce(new Error('404'));
    const open = vi.fn(async () => fakeIndex(3, { big: [0, 2] })).mockResolvedValueOnce(old);
    const page = await artistIndex(open).search({ ...EVERYTHING, words: ['big'] }, 1);
    expect(page.total).toBe(2);
    expect(open).toHaveBeenCalledTimes(2);
  });

  it('looks words up ahead, once, and searches all the same when that fails', async () => {
    const opened = fakeIndex(3, { big: [2], wall: [1, 2] });
    const open = vi.fn(async () => opened);
    const index = artistIndex(open);
    opened.recordsWith.mockRejectedValueOnce(new Error('offline'));
    index.warm(['big', 'wall']);
    await vi.waitFor(() => expect(opened.recordsWith.mock.calls).toEqual([['big'], ['wall']]));
    const both = { ...EVERYTHING, words: ['wall', 'big'] };
    expect(names(await index.search(both, 1))).toEqual(['Artist #2']);
    expect(open).toHaveBeenCalledTimes(2);
    opened.recordsWith.mockClear();
    index.warm(['wall']);
    await index.search(both, 1);
    expect(opened.recordsWith).not.toHaveBeenCalled();
  });

  it('takes nothing of an old index for the new one', async () => {
    const old = fakeIndex(9);
    // One search fails on the old index while another one is still looking its word up there.
    old.url.mockImplementation(async () => `/artist/old#${JSON.stringify({ name: 'Old' })}`);
    old.url.mockRejectedValueOnce(new Error('404'));
    let answer = (_: Set<number>) => {};
    old.recordsWith.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
    const open = vi.fn(async () => fakeIndex(3, { big: [2] })).mockResolvedValueOnce(old);
    const index = artistIndex(open);
    const failing = index.search(EVERYTHING, 1);
    const late = index.search({ ...EVERYTHING, words: ['big'] }, 1);
    await failing;
    answer(new Set([2]));
    expect(names(await late)).toEqual(['Old']);
    const found = await index.search({ ...EVERYTHING, words: ['big'] }, 1);
    expect(names(found)).toEqual(['Artist #2']);
  });

  it('rejects when the index cannot be opened, and tries again at the next search', async () => {
    const open = vi.fn(async () => fakeIndex(1));
    open.mockRejectedValueOnce(new Error('offline')).mockRejectedValueOnce(new Error('offline'));
    const index = artistIndex(open);
    await expect(index.search(EVERYTHING, 1)).rejects.toThrow('offline');
    // Nothing of the failure is kept.
    expect((await index.search(EVERYTHING, 1)).total).toBe(1);
  });
});
