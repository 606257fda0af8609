import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ARTIST_LISTS, EMPTY_SEARCH } from './artist-search.ts';
import type { OpenCards } from './card-files.ts';
import type { CardTable } from './card-table.ts';
import { listIndex } from './list-index.ts';
// What `warm` fetches without waiting has to be there when this file ends: the worker goes on with others.
import './nearest.ts';
import { cardQuery } from './words/query.ts';
import './words/spelling.ts';

const ALL = cardQuery(ARTIST_LISTS, EMPTY_SEARCH, undefined);

/** Artists a0, a1, …; a word finds those whose biography has it. */
function fake(count: number, words: Record<string, string[]> = {}) {
  const table = {
    find: (_, bios) =>
      Array.from({ length: count }, (_, row) => row).filter((row) =>
        bios.every((slugs) => slugs.has(`a${row}`)),
      ),
  } as Pick<CardTable, 'find'> as CardTable;
  const card = (row: number) => ({ slug: `a${row}` }) as Awaited<ReturnType<OpenCards['cards']>>[0];
  const opened = {
    table: vi.fn(async () => table),
    cards: vi.fn(async (_: CardTable, rows: readonly number[]) => rows.map(card)),
  };
  const withWord = vi.fn(
    async (word: string): Promise<ReadonlySet<string>> => new Set(words[word]),
  );
  const close = vi.fn();
  return {
    opened,
    withWord,
    close,
    open: { cards: vi.fn(async () => opened), texts: vi.fn(() => ({ withWord, close })) },
  };
}
const slugs = ({ cards }: { cards: { slug: string }[] }) => cards.map((card) => card.slug);

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('listIndex', () => {
  it('gives the cards of one page only', async () => {
    const { open, opened } = fake(30);
    const page = await listIndex(open).search(ALL, 3);
    expect(slugs(page)).toEqual(['a24', 'a25', 'a26', 'a27', 'a28', 'a29']);
    expect(page).toMatchObject({ total: 30, page: 3 });
    expect(opened.cards).toHaveBeenCalledTimes(1);
  });

  it('shows the last page for one that is too late, and the first of nothing', async () => {
    expect(await listIndex(fake(13).open).search(ALL, 99)).toMatchObject({ page: 2, total: 13 });
    const none = { cards: [], page: 1, total: 0 };
    expect(await listIndex(fake(0).open).search(ALL, 5)).toEqual(none);
  });

  it('fetches the cards once, and no biographies before there is a word', async () => {
    const { open } = fake(3, { big: ['a1'] });
    const index = listIndex(open);
    index.warm();
    await Promise.all([index.search(ALL, 1), index.search(ALL, 1)]);
    expect(open.cards).toHaveBeenCalledTimes(1);
    expect(open.texts).not.toHaveBeenCalled();
    expect(slugs(await index.search({ ...ALL, words: ['big'] }, 1))).toEqual(['a1']);
    index.warm(['wall']);
    expect(open.texts).toHaveBeenCalledTimes(1);
  });

  it('starts afresh when files were replaced under an open page', async () => {
    const old = fake(2);
    old.withWord.mockRejectedValueOnce(new Error('404'));
    const next = fake(3, { big: ['a0', 'a2'] });
    const open = {
      cards: next.open.cards.mockImplementationOnce(old.open.cards),
      texts: next.open.texts.mockImplementationOnce(old.open.texts),
    };
    const page = await listIndex(open).search({ ...ALL, words: ['big'] }, 1);
    expect(page.total).toBe(2);
    expect(open.cards).toHaveBeenCalledTimes(2);
    expect(old.close).toHaveBeenCalled();
  });

  it('searches all the same when looking words up ahead has failed', async () => {
    const { open, withWord } = fake(3, { big: ['a2'] });
    const index = listIndex(open);
    withWord.mockRejectedValueOnce(new Error('offline'));
    index.warm(['big']);
    await vi.waitFor(() => expect(withWord).toHaveBeenCalledWith('big'));
    expect(slugs(await index.search({ ...ALL, words: ['big'] }, 1))).toEqual(['a2']);
  });

  it('rejects when the cards cannot be had, and tries again at the next search', async () => {
    const { open } = fake(1);
    open.cards.mockRejectedValueOnce(new Error('offline'));
    open.cards.mockRejectedValueOnce(new Error('offline'));
    const index = listIndex(open);
    await expect(index.search(ALL, 1)).rejects.toThrow('offline');
    // Nothing of the failure is kept.
    expect((await index.search(ALL, 1)).total).toBe(1);
  });
});
