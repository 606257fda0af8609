import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { exists } from '#node/files.ts';
import type { About } from '#node/log.ts';
import { PurgeQueue } from './purge-queue.ts';
import type { CdnProtocol, What } from './purging.ts';
import type { Reply } from './send.ts';

const OK = { status: 200 };
const TIMES = { collectMs: 1, retry: { firstMs: 1, mostMs: 4 }, againMs: 0, owedMs: 5 };
const PROTOCOL: CdnProtocol = {
  name: 'The CDN',
  most: 2,
  atOnce: 2,
  call: (what, id) => ({
    method: 'POST',
    url: 'https://cdn.example',
    headers: {},
    body: JSON.stringify({ what, id }),
  }),
};

let dir = '';
let calls: { what: What; id: string }[] = [];
let lines: string[] = [];
let events: About[] = [];
/** What the CDN says to a call; `null` is a connection that breaks. */
let answer: (what: What) => (Partial<Reply> & { status: number }) | null = () => OK;
let queue: PurgeQueue;

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'muro-purges-'));
  [calls, lines, events] = [[], [], []];
  answer = () => OK;
  queue = make();
});
afterEach(async () => {
  await queue.stop();
  await rm(dir, { recursive: true, force: true });
});

const file = () => path.join(dir, 'purges.jsonl');
const made = () => calls.map(({ what }) => what);

function make(more: Partial<CdnProtocol> = {}, times = TIMES): PurgeQueue {
  return new PurgeQueue({
    protocol: { ...PROTOCOL, ...more },
    file: file(),
    times,
    log: (line, about = {}) => {
      if (line) lines.push(line);
      events.push(about);
    },
    send: async ({ body = '' }) => {
      const call = JSON.parse(body);
      calls.push(call);
      const reply = answer(call.what);
      if (!reply) throw new Error('read ECONNRESET');
      return { retryAfter: undefined, body: '', ...reply };
    },
  });
}

it('purges each address once however often it is named, in batches', async () => {
  queue.purge(['/a', '/b']);
  queue.purge(['/b', '/c', '/a']);
  queue.purge([]);
  await queue.settled();
  expect(made()).toEqual([['/a', '/b'], ['/c']]);
  expect(queue.figures()).toEqual({ purged: 3, waiting: 0, problem: null });
  expect(events).toMatchObject([{ event: 'cdn.purged', purged: 3, waiting: 0 }]);
  expect(await exists(file())).toBe(false);
});

it('purges again a moment later, for what was being fetched', async () => {
  const againMs = 5;
  queue = make({}, { ...TIMES, againMs });
  queue.purge(['/a']);
  await queue.settled();
  await vi.waitFor(() => expect(made()).toEqual([['/a'], ['/a']]));
  queue.purgeAll();
  await queue.settled();
  await vi.waitFor(() => expect(made().slice(2)).toEqual(['all', 'all']));
  await new Promise((resolve) => setTimeout(resolve, 6 * againMs));
  expect(calls).toHaveLength(4);
  expect(await exists(file())).toBe(false);
});

it('tries again until it works, the same call by the same id, and says so once', async () => {
  const answers = [null, { status: 503 }, { status: 429 }, OK];
  answer = () => answers.shift() ?? null;
  queue.purge(['/a']);
  await queue.settled();
  expect(made()).toEqual([['/a'], ['/a'], ['/a'], ['/a']]);
  expect(new Set(calls.map(({ id }) => id)).size).toBe(1);
  expect(lines[0]).toBe('The CDN does not purge now, and is asked again: read ECONNRESET');
  expect(lines.at(-1)).toBe('The CDN purges again.');
  expect(lines).toHaveLength(2);
});

it('rests as long as the CDN asks', async () => {
  const times = [performance.now()];
  answer = () => {
    times.push(performance.now());
    return times.length > 2 ? OK : { status: 429, retryAfter: '1' };
  };
  queue.purge(['/a']);
  await queue.settled();
  expect((times[2] ?? 0) - (times[1] ?? 0)).toBeGreaterThan(950);
});

it('says once what is refused for good, goes on, and later purges everything', async () => {
  answer = (what) =>
    what !== 'all' && what.includes('/bad') ? { status: 404, body: 'no such\n zone' } : OK;
  queue = make({ most: 1 }, { ...TIMES, owedMs: 2000 });
  queue.purge(['/bad']);
  await queue.settled();
  expect(queue.figures()).toEqual({ purged: 0, waiting: 0, problem: '404 no such zone' });
  expect(await readFile(file(), 'utf8')).toContain('["*"]');
  queue.purge(['/bad', '/good']);
  await queue.settled();
  expect(lines).toEqual(['The CDN refuses to purge, so pages there may be old: 404 no such zone']);
  await vi.waitFor(() => expect(made().at(-1)).toBe('all'), 10_000);
  await queue.settled();
  expect(await exists(file())).toBe(false);
});

it('lets nothing wait for an address that fails alone', async () => {
  let fails = true;
  answer = (what) => (fails && what !== 'all' && what.includes('/bad') ? { status: 500 } : OK);
  queue = make({ most: 1, atOnce: 1 });
  queue.purge(['/bad']);
  await vi.waitFor(() => expect(calls.length).toBeGreaterThan(1));
  queue.purge(['/a', '/b']);
  await vi.waitFor(() => expect(made()).toEqual(expect.arrayContaining([['/a'], ['/b']])));
  expect(queue.figures()).toMatchObject({ purged: 2, waiting: 1 });
  fails = false;
  await queue.settled();
  expect(queue.figures()).toEqual({ purged: 3, waiting: 0, problem: null });
});

it('purges everything where too much waits, whatever was under way', async () => {
  let isAway = true;
  answer = () => (isAway ? null : OK);
  queue.purge(['/first']);
  await vi.waitFor(() => expect(calls.length).toBeGreaterThan(0));
  queue.purge(Array.from({ length: 10_001 }, (_, n) => `/${n}`));
  expect(queue.figures().waiting).toBeLessThan(4);
  isAway = false;
  calls = [];
  await queue.settled();
  expect(made().at(-1)).toBe('all');
  expect(calls.length).toBeLessThan(3);
});

it('leaves to the next start what it has not purged', async () => {
  answer = () => null;
  queue.purge(['/a', '/b', '/c']);
  await vi.waitFor(() => expect(calls.length).toBeGreaterThan(2));
  await queue.stop();
  const before = calls.length;
  answer = () => OK;
  queue = make();
  await queue.open();
  await queue.settled();
  expect(made().slice(before)).toEqual([['/a', '/b'], ['/c']]);
  expect(await exists(file())).toBe(false);
});

it('takes a line that a crash has cut off for anything', async () => {
  await appendFile(file(), '["/a"]\n["/b');
  await queue.open();
  await queue.settled();
  expect(made()).toEqual(['all']);
});

it('keeps its file small however long the CDN is away', async () => {
  answer = () => null;
  for (let round = 0; round < 60; round++) {
    queue.purge(Array.from({ length: 1000 }, (_, n) => `/${n}`));
    await new Promise(setImmediate);
  }
  await vi.waitFor(async () => expect((await readFile(file(), 'utf8')).length).toBeGreaterThan(0));
  await queue.stop();
  const kept = (await readFile(file(), 'utf8')).length;
  expect(kept).toBeLessThan(20_000 * 8);
  queue = make();
});
