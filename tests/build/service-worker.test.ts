import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, it, vi } from 'vitest';

const SOURCE = readFileSync('public/sw.js', 'utf8');
const CURRENT = `offline-${/VERSION = (\d+)/.exec(SOURCE)?.[1]}`;
type Handler = (event: Record<string, unknown>) => void;

/** The worker over a browser that keeps `caches` and answers as `network` says. */
function worker(
  source: string,
  network: () => Promise<unknown>,
  match: (kept: unknown) => Promise<unknown> = async () => 'the offline page',
) {
  const handlers: Record<string, Handler> = {};
  const deleted: string[] = [];
  const unregister = vi.fn();
  runInNewContext(source, {
    URL,
    setTimeout,
    Response: { error: () => 'network error' },
    location: { origin: 'https://muro.test' },
    addEventListener: (name: string, handler: Handler) => (handlers[name] = handler),
    skipWaiting: () => {},
    fetch: network,
    registration: { unregister },
    caches: {
      keys: async () => ['offline-0', CURRENT],
      delete: async (name: string) => deleted.push(name),
      match,
    },
  });
  const fetched = (path: string, init: { mode?: string; method?: string } = {}) => {
    let answer: unknown;
    const request = { url: `https://muro.test${path}`, method: 'GET', mode: 'navigate', ...init };
    handlers.fetch?.({ request, respondWith: (value: unknown) => (answer = value) });
    return answer;
  };
  const activated = async () => {
    let work: unknown;
    handlers.activate?.({ waitUntil: (value: unknown) => (work = value) });
    await work;
  };
  return { fetched, activated, deleted, unregister };
}
const online = async () => 'from the network';
const offline = async () => Promise.reject(new TypeError('offline'));

it('gives a page from the network, and the offline page only without one', async () => {
  await expect(worker(SOURCE, online).fetched('/artists')).resolves.toBe('from the network');
  await expect(worker(SOURCE, offline).fetched('/artists')).resolves.toBe('the offline page');
});

it('gives the offline page in the language of what was asked for', async () => {
  const kept = worker(SOURCE, offline, async (page) => page);
  await expect(kept.fetched('/estates')).resolves.toBe('/offline');
  for (const path of ['/es', '/es/artists'])
    await expect(kept.fetched(path)).resolves.toBe('/es/offline');
});

it('waits only so long for what is kept, and for no cache that the browser refuses', async () => {
  vi.useFakeTimers();
  const silent = worker(SOURCE, offline, () => new Promise(() => {})).fetched('/artists');
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  await expect(silent).resolves.toBe('network error');
  const refusing = worker(SOURCE, offline, async () => Promise.reject(new Error('no cache')));
  await expect(refusing.fetched('/artists')).resolves.toBe('network error');
});

it.each([
  ['/rest/v1/artists', { mode: 'cors' }],
  ['/storage/v1/object/public/x.jpg', { mode: 'no-cors' }],
  ['/auth', {}],
  ['/auth/v1/token', { method: 'POST', mode: 'cors' }],
  ['/dashboard/artist', {}],
  ['/media/x-640.avif', { mode: 'no-cors' }],
  ['/_astro/app.js', { mode: 'cors' }],
])('keeps out of %s', (path, init) => {
  expect(worker(SOURCE, offline).fetched(path, init)).toBeUndefined();
});

it('looks at no file of the site until the offline page is shown', async () => {
  const { fetched } = worker(SOURCE, offline);
  await fetched('/artists');
  expect(fetched('/_astro/app.js', { mode: 'cors' })).toBeDefined();
});

it('forgets what earlier versions kept', async () => {
  const { activated, deleted, unregister } = worker(SOURCE, online);
  await activated();
  expect(deleted).toEqual(['offline-0']);
  expect(unregister).not.toHaveBeenCalled();
});

it('is gone everywhere once it is switched off', async () => {
  const off = SOURCE.replace('const ENABLED = true', 'const ENABLED = false');
  expect(off).not.toBe(SOURCE);
  const { activated, deleted, unregister, fetched } = worker(off, offline);
  await activated();
  expect(deleted).toEqual(['offline-0', CURRENT]);
  expect(unregister).toHaveBeenCalledOnce();
  expect(fetched('/artists')).toBeUndefined();
});
