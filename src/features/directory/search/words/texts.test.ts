import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { Worker as Thread } from 'node:worker_threads';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { writeSearchIndex } from '#publish/rendering/search-index.ts';
import { bioRecords } from '#site/directory/bio-records.ts';
import { anArtist } from '#tests/support/directory-rows.ts';
import { folderOfFile } from '#tests/support/folder.ts';
import { openTexts } from './texts.ts';

/** The worker of the site over an index on disk, in a thread: what a browser's worker has is put in its place. */
const IN_BROWSER = `
  const { parentPort } = require('node:worker_threads');
  const { readFile } = require('node:fs/promises');
  globalThis.self = globalThis;
  globalThis.postMessage = (message) => parentPort.postMessage(message);
  globalThis.fetch = async (url) => new Response(await readFile(new URL(url.split('?')[0])));
  parentPort.on('message', (data) => globalThis.onmessage({ data }));
`;
const STEMS = [
  'wall',
  'paint',
  'sand',
  'stone',
  'river',
  'light',
  'colour',
  'brush',
  'tile',
  'heron',
];
const ENDS = [
  '',
  's',
  'ed',
  'flower',
  'ing',
  'er',
  'ful',
  'y',
  'work',
  'side',
  'house',
  'mark',
  'ʻo',
];
const COUNT = 2200;
const bios = Array.from({ length: COUNT }, (_, n) =>
  Array.from({ length: 9 }, (_, i) => {
    const at = (n * 31 + i * 47 + ((n * i) % 11) * 7) % (STEMS.length * ENDS.length);
    return `${STEMS[at % STEMS.length]}${ENDS[Math.floor(at / STEMS.length)]}`;
  }),
);

/** In one part of the index only, which has others that begin like it. */
bios[0]?.push('tilework-shop', 'Lotería', 'Стена');
const artists = bios.map((words, n) => anArtist(n, { bio: words.join(' ') }));

const dir = folderOfFile('bios-');
beforeAll(async () => {
  await writeSearchIndex(bioRecords(artists), dir);
  const text = await readFile('public/search-worker.js', 'utf8');
  const folder = JSON.stringify(`${pathToFileURL(dir)}/`);
  const code = IN_BROWSER + text.replace("'/pagefind/'", folder);
  vi.stubGlobal(
    'Worker',
    class {
      readonly #thread = new Thread(code, { eval: true });
      postMessage = (data: unknown) => this.#thread.postMessage(data);
      terminate = () => void this.#thread.terminate();
      set onmessage(answer: (event: { data: unknown }) => void) {
        this.#thread.on('message', (data) => answer({ data }));
      }
      set onerror(fail: (error: Error) => void) {
        this.#thread.on('error', fail);
      }
    },
  );
}, 60_000);
afterAll(async () => {
  vi.unstubAllGlobals();
});

/** By whoever types this first: nothing of the index is there yet. */
async function withWord(word: string): Promise<string[]> {
  const opened = openTexts('artists');
  const found = await opened.withWord(word);
  opened.close();
  return [...found].sort();
}

it('finds everybody whose biography has a word that begins so, in whatever part of the index', async () => {
  const beginning = (start: string) =>
    bios.flatMap((words, n) => (words.some((one) => one.startsWith(start)) ? [`artist-${n}`] : []));
  for (const word of ['wall', 's', 'paintf', 'tilew', 'h']) {
    const wanted = beginning(word);
    expect(wanted.length, word).toBeGreaterThan(0);
    expect(await withWord(word), word).toEqual(wanted.sort());
  }
  expect(await withWord('paintings')).toEqual(beginning('paint').sort());
});

it('finds nobody by a word that only begins like one that somebody wrote', async () => {
  for (const word of ['sanding2', 'tileworkshopp', 'nobody'])
    expect(await withWord(word), word).toEqual([]);
});

it('finds one artist among thousands by a word that others have the beginning of', async () => {
  for (const word of ['tileworkshop', 'loteria', 'стена', 'shop'])
    expect(await withWord(word), word).toEqual(['artist-0']);
});
