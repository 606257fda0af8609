import { createIndex } from 'pagefind';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { filterWord } from '#domain/artist-search.ts';
import { type OpenIndex, openIndex } from './pagefind.ts';

/** A number in letters, all equally long. */
const code = (n: number) =>
  [...n.toString(5).padStart(7, '0')].map((digit) => 'agmsy'[Number(digit)]).join('');

/** Enough words that the index has more than one part. */
const FILLERS = Array.from({ length: 200 }, (_, i) =>
  Array.from({ length: 40 }, (_, j) => `w${code(i * 40 + j)}end`).join(' '),
);
const TEXTS = {
  zoe: 'Zoë Peñaloza paints murals in Lotería colours',
  plain: 'Zoe Penaloza painted one mural and works at AT&T',
  brien: "Conor O'Brien McDonald, paintings, cities",
  city: `City walls ${filterWord('place', 'el-paso-tx')}`,
};
const COUNT = Object.keys(TEXTS).length + FILLERS.length;
let files: Map<string, Uint8Array<ArrayBuffer>>;
const asked: string[] = [];

async function filesOf(texts: readonly string[]) {
  const { index } = await createIndex();
  for (const [i, content] of texts.entries()) {
    await index?.addCustomRecord({
      url: `/${i}#${content.slice(0, 20)}`,
      content,
      language: 'unknown',
      sort: { forth: `a${String(i).padStart(4, '0')}`, back: `a${String(999 - i)}` },
    });
  }
  const written = (await index?.getFiles())?.files ?? [];
  await index?.deleteIndex();
  return new Map(written.map((file) => [`/pagefind/${file.path}`, Uint8Array.from(file.content)]));
}

beforeAll(async () => {
  files = await filesOf([...Object.values(TEXTS), ...FILLERS]);
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return new Response(files.get(path) ?? null, { status: files.has(path) ? 200 : 404 });
  });
});
afterAll(() => {
  vi.unstubAllGlobals();
});

async function found(index: OpenIndex, word: string): Promise<string[]> {
  const urls = [...(await index.recordsWith(word))].map((record) => index.url(record));
  const texts = new Set((await Promise.all(urls)).map((url) => url.slice(url.indexOf('#') + 1)));
  return Object.entries(TEXTS).flatMap(([key, text]) =>
    texts.has(text.slice(0, 20)) ? [key] : [],
  );
}

describe('the reader of the index', () => {
  it.each([
    ['zoe', ['zoe', 'plain']],
    ['ZOË', ['zoe', 'plain']],
    ['penal', ['zoe', 'plain']],
    ['loteria', ['zoe']],
    // Other forms of a word, in both directions, but no other words.
    ['murals', ['zoe', 'plain']],
    ['mural', ['zoe', 'plain']],
    ['painting', ['zoe', 'plain', 'brien']],
    ['painti', ['brien']],
    ['cities', ['brien', 'city']],
    ['muralx', []],
    ['colours', ['zoe']],
    // Signs count for nothing.
    ["o'brien", ['brien']],
    ['mcdonald', ['brien']],
    ['at&t', ['plain']],
    [filterWord('place', 'el-paso-tx'), ['city']],
    [filterWord('place', 'el-paso'), []],
    ['nobodyhasthis', []],
  ])('finds %j in %j', async (word, texts) => {
    expect(await found(await openIndex(), word)).toEqual(texts);
  });

  it('finds every word of every record, whatever part of the index it is in', async () => {
    const index = await openIndex();
    const parts = [...files.keys()].filter((name) => name.endsWith('.pf_index'));
    expect(parts.length).toBeGreaterThan(1);
    const first = Object.keys(TEXTS).length;
    const numbers = [...index.sortedRecords('forth')];
    for (const [i, text] of FILLERS.entries()) {
      for (const word of text.split(' ')) {
        expect([...(await index.recordsWith(word))], word).toEqual([numbers[first + i]]);
      }
    }
    expect((await index.recordsWith('w')).size).toBe(FILLERS.length + 2);
  });

  it('gives all records in every order', async () => {
    const index = await openIndex();
    const first = async (sort: string) =>
      (await index.url(index.sortedRecords(sort)[0] ?? -1)).split('#')[0];
    expect(await first('forth')).toBe('/0');
    expect(await first('back')).toBe(`/${COUNT - 1}`);
    expect(new Set(index.sortedRecords('back')).size).toBe(COUNT);
    expect(index.sortedRecords('unheard of')).toEqual([]);
  });

  it('reads a part once, and none for an order', async () => {
    asked.length = 0;
    const index = await openIndex();
    await Promise.all([index.recordsWith('mural'), index.recordsWith('murals')]);
    index.sortedRecords('forth');
    expect(asked.map((path) => path.replace(/.*\.|.*\/(?=index)/, ''))).toEqual([
      'json',
      'pf_meta',
      'pf_index',
    ]);
  });

  it('is empty without records', async () => {
    const whole = files;
    files = await filesOf([]);
    const index = await openIndex();
    files = whole;
    expect(index.sortedRecords('forth')).toEqual([]);
    expect((await index.recordsWith('mural')).size).toBe(0);
  });

  it('says which file is gone', async () => {
    const index = await openIndex();
    const whole = files;
    files = new Map();
    await expect(index.url(0)).rejects.toThrow(/fragment.*404/);
    files = whole;
  });

  it('says which record it does not have', async () => {
    const index = await openIndex();
    await expect(index.url(9999)).rejects.toThrow(/no record 9999/);
  });
});
