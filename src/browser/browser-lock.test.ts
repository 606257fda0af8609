import { afterEach, beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const load = () => import('./browser-lock.ts');

type Request = (name: string, ...rest: unknown[]) => Promise<unknown>;
const browserWith = (request: Request) => vi.stubGlobal('navigator', { locks: { request } });

/** Grants each name to one at a time, as browsers do. */
function lockManager(): Request {
  const held = new Map<string, Promise<unknown>>();
  return async (name, ...rest) => {
    const work = rest.at(-1) as () => Promise<unknown>;
    const turn = (held.get(name) ?? Promise.resolve()).then(work);
    held.set(
      name,
      turn.catch(() => {}),
    );
    return turn;
  };
}

it('runs what waits for a lock after what holds it, however long that takes', async () => {
  browserWith(lockManager());
  const { browserLock } = await load();
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = browserLock('set', () => promise);
  const work = vi.fn(async () => 'second');
  const second = browserLock('set', work);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(work).not.toHaveBeenCalled();
  resolve('first');
  expect(await Promise.all([first, second])).toEqual(['first', 'second']);
});

it('goes on without a lock where the browser never answers, and asks it once', async () => {
  const request = vi.fn(() => new Promise(() => {}));
  browserWith(request);
  const { browserLock } = await load();
  const sent = browserLock('outbox', async () => 'sent');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await sent).toBe('sent');
  expect(await browserLock('outbox', async () => 'sent again')).toBe('sent again');
  expect(request).toHaveBeenCalledOnce();
});

it('goes on without a lock where the browser refuses or knows none', async () => {
  browserWith(() => Promise.reject(new DOMException('', 'SecurityError')));
  expect(await (await load()).browserLock('outbox', async () => 'sent')).toBe('sent');
  vi.resetModules();
  vi.stubGlobal('navigator', {});
  expect(await (await load()).browserLock('outbox', async () => 'sent')).toBe('sent');
});
