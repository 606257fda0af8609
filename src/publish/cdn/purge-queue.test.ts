import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { exists } from '#node/files.ts';
import type { About } from '#node/log.ts';
import { folderOfTest } from '#tests/support/folder.ts';
import type { CdnProtocol, What } from './protocol.ts';
import { PurgeQueue } from './purge-queue.ts';
import type { Reply } from './send.ts';

const OK = { status: 200 };
const TIMES = { collectMs: 1, retry: { firstMs: 1, mostMs: 4 }, owedMs: 5 };
const PROTOCOL: CdnProtocol = {
  name: 'The CDN',
  seenAt: (url) => ({ url, headers: {} }),
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
const NEW = 'a'.repeat(32);
const OLD = 'b'.repeat(32);
const CHECK_TIMES = { retry: { firstMs: 1, mostMs: 4 }, onceMoreMs: 1, mostTries: 5 };
/** What visitors get there of an address, by its entity tag. */
let seen: (url: string) => Partial<Reply> = () => ({});
let looks: string[] = [];

beforeEach(async () => {
  dir = await folderOfTest('muro-purges-');
  [calls, lines, events, looks] = [[], [], [], []];
  answer = () => OK;
  seen = () => ({});
  queue = make();
});
afterEach(() => queue.stop());

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
    shown: async (url) => (url === '/gone' ? null : { tag: NEW }),
    often: async () => ['/', '/index.html'],
    checkTimes: CHECK_TIMES,
    send: async ({ method, url, headers, body = '' }) => {
      if (method === 'HEAD') {
        looks.push(`${url} ${headers['accept-encoding']}`);
        return { status: 200, headers: { etag: `W/"${NEW}-br"` }, body: '', ...seen(url) };
      }
      const call = JSON.parse(body);
      calls.push(call);
      const reply = answer(call.what);
      if (!reply) throw new Error('read ECONNRESET');
      return { headers: {}, body: '', ...reply };
    },
  });
}

it('purges each address once however often it is named, in batches', async () => {
  queue.purge(['/a', '/b']);
  queue.purge(['/b', '/c', '/a']);
  queue.purge([]);
  await queue.settled();
  expect(made()).toEqual([['/a', '/b'], ['/c']]);
  expect(queue.waiting).toBe(0);
  expect(events).toMatchObject([{ event: 'cdn.purged', purged: 3, waiting: 0 }]);
  await calm();
});

/** Nothing is left to purge or to look at. */
async function calm(): Promise<void> {
  await queue.settled();
  await vi.waitFor(async () => expect(await exists(file())).toBe(false));
}

it('looks at what it has purged, twice and in each encoding, and purges nothing that is new', async () => {
  queue.purge(['/a', '/a.html', '/gone']);
  seen = (url) => (url === '/gone' ? { status: 404, headers: {} } : {});
  await calm();
  const each = ['/a br, gzip', '/a gzip', '/gone br, gzip', '/gone gzip'];
  expect(looks.toSorted()).toEqual([...each, ...each].sort());
  expect(made()).toEqual([['/a', '/a.html'], ['/gone']]);
});

it('looks after a purge of everything at what a cache has most often', async () => {
  seen = () => (made().length === 1 ? { headers: { etag: OLD } } : {});
  queue.purgeAll();
  await calm();
  expect(made()).toEqual(['all', ['/']]);
  expect(looks).toContain('/ gzip');
});

it.each([
  ['another file', { headers: { etag: `"${OLD}"` } }],
  ['the file that is no more', { status: 404, headers: {} }],
  ['a place where it is no more', { status: 308, headers: { location: '/b' } }],
])('purges again what shows %s, until it does not', async (_, old) => {
  let times = 3;
  seen = () => (times-- > 0 ? old : {});
  queue.purge(['/a']);
  await calm();
  expect(made().length).toBeGreaterThan(1);
  expect(new Set(made().map(String))).toEqual(new Set(['/a']));
  expect(lines).toEqual([]);
});

it('gives up what stays old, and what cannot be seen', async () => {
  seen = (url) => (url === '/a' ? { headers: { etag: `"${OLD}"` } } : { status: 503 });
  queue.purge(['/a', '/b']);
  await calm();
  const again = Array.from({ length: CHECK_TIMES.mostTries }, () => ['/a']);
  expect(made()).toEqual([['/a', '/b'], ...again]);
  expect(lines).toEqual(['The CDN shows an old page however often it is purged: /a']);
});

it('purges of what it is to look at only what is old', async () => {
  seen = (url) => (url === '/a' && made().length === 0 ? { headers: { etag: OLD } } : {});
  queue.check(['/a', '/b']);
  await calm();
  expect(made()).toEqual([['/a']]);
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
  expect(events.slice(-2)).toMatchObject([{ event: 'cdn.back' }, { event: 'cdn.purged' }]);
});

it('rests as long as the CDN asks', async () => {
  const times = [performance.now()];
  answer = () => {
    times.push(performance.now());
    return times.length > 2 ? OK : { status: 429, headers: { 'retry-after': '1' } };
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
  expect(queue.waiting).toBe(0);
  expect(await readFile(file(), 'utf8')).toContain('["*"]');
  queue.purge(['/bad', '/good']);
  await queue.settled();
  expect(lines).toEqual(['The CDN refuses to purge, so pages there may be old: 404 no such zone']);
  await vi.waitFor(() => expect(made().at(-1)).toBe('all'), 10_000);
  await calm();
});

it('lets nothing wait for an address that fails alone', async () => {
  let fails = true;
  answer = (what) => (fails && what !== 'all' && what.includes('/bad') ? { status: 500 } : OK);
  queue = make({ most: 1, atOnce: 1 });
  queue.purge(['/bad']);
  await vi.waitFor(() => expect(calls.length).toBeGreaterThan(1));
  queue.purge(['/a', '/b']);
  await vi.waitFor(() => expect(made()).toEqual(expect.arrayContaining([['/a'], ['/b']])));
  expect(queue.waiting).toBe(1);
  fails = false;
  await queue.settled();
  expect(queue.waiting).toBe(0);
});

it('purges everything where too much waits, whatever was under way', async () => {
  let isAway = true;
  answer = () => (isAway ? null : OK);
  queue.purge(['/first']);
  await vi.waitFor(() => expect(calls.length).toBeGreaterThan(0));
  queue.purge(Array.from({ length: 10_001 }, (_, n) => `/${n}`));
  expect(queue.waiting).toBeLessThan(4);
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
  await calm();
});

it('takes a line that a crash has cut off for anything', async () => {
  await appendFile(file(), '["/a"]\n["/b');
  await queue.open();
  await queue.settled();
  expect(made()).toEqual(['all']);
});
