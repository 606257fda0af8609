import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BIO_PARTS_FILE, bioArtistsFile } from '#features/directory/search/bio-index.ts';
import type { BioRecord } from '#site/directory/bio-records.ts';
import { folderOfTest } from '#tests/support/folder.ts';
import { Background } from './background.ts';

let dir: string;
let background: Background;

beforeEach(async () => {
  dir = await folderOfTest('muro-background-');
  background = new Background();
});
afterEach(async () => {
  background.stop();
});

function record(n: number): BioRecord {
  return { slug: `a${n}`, words: `Artist ${n} paints walls.` };
}
const records = (count: number) => Array.from({ length: count }, (_, n) => record(n));

/** Ids of the background processes that this one has. */
const processes = () =>
  spawnSync('pgrep', ['-P', String(process.pid), '-f', 'background-process'], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(Boolean)
    .map(Number);
const indexed = async (name: string) => {
  const [part] = JSON.parse(await readFile(path.join(dir, name, BIO_PARTS_FILE), 'utf8'));
  const owners = await readFile(path.join(dir, name, part, bioArtistsFile), 'utf8');
  return Object.keys(JSON.parse(owners)).length;
};

it('writes an index of all records, and the next one of the next ones only', async () => {
  await background.index(records(250), path.join(dir, 'first'));
  await background.index(records(3), path.join(dir, 'second'));
  expect([await indexed('first'), await indexed('second')]).toEqual([250, 3]);
});

it('writes no index of a part when it dies, and starts again for the next', async () => {
  function* deadly() {
    for (const one of records(250)) {
      if (one.slug === 'a150') background.stop();
      yield one;
    }
  }
  await expect(background.index(deadly(), path.join(dir, 'cut'))).rejects.toThrow(
    'The background process ended unexpectedly (signal SIGKILL).',
  );
  await background.index(records(2), path.join(dir, 'whole'));
  expect(await indexed('whole')).toBe(2);
});

it('ends when nothing was to do for a while, and starts again for the next', async () => {
  const short = new Background(50);
  try {
    await short.index(records(1), path.join(dir, 'before'));
    const [first = 0] = processes();
    await expect.poll(processes).toEqual([]);
    await short.index(records(2), path.join(dir, 'after'));
    expect(await indexed('after')).toBe(2);
    expect(processes()).not.toContain(first);
  } finally {
    short.stop();
  }
});

it('says why it could not draw', async () => {
  const picture = {
    width: 10,
    height: 10,
    color: '#ffffff',
    sources: [{ width: 10, webp: '/media/none.webp' }],
  };
  const preview = { url: 'u', title: 'A wall', line: 'Seguin, TX' };
  await expect(background.draw(preview, picture, dir, path.join(dir, 'x-og.jpg'))).rejects.toThrow(
    /none\.webp|missing/i,
  );
});
