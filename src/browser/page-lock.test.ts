import { atom } from 'nanostores';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lockWhileBusy, untilDone } from './page-lock.ts';

const { lock } = vi.hoisted(() => ({ lock: vi.fn() }));
vi.mock('./browser-lock.ts', () => ({ browserLock: lock }));

/** Grants each name to one at a time, a moment after it is asked for, as browsers do. */
beforeEach(() => {
  vi.useFakeTimers();
  const held = new Map<string, Promise<unknown>>();
  lock.mockImplementation((name: string, work: () => Promise<unknown>) => {
    const turn = (held.get(name) ?? Promise.resolve())
      .then(() => new Promise((granted) => setTimeout(granted, 10)))
      .then(work);
    held.set(name, turn);
    return turn;
  });
});
afterEach(() => {
  vi.useRealTimers();
});
const work = (...items: string[]) => atom<{ items: string[] }>({ items });
const pass = () => vi.advanceTimersByTimeAsync(1000);

it('holds the lock while there is work, and lets the next page have it then', async () => {
  const $work = work();
  void lockWhileBusy('set', $work);
  expect(lock).not.toHaveBeenCalled();
  $work.set({ items: ['a'] });
  await pass();
  const next = vi.fn(async () => {});
  void lock('set', next);
  await pass();
  $work.set({ items: ['a', 'b'] });
  $work.set({ items: ['b'] });
  await pass();
  expect(next).not.toHaveBeenCalled();
  $work.set({ items: [] });
  await pass();
  expect(next).toHaveBeenCalledOnce();
});

it('holds it for work that is there already, and once for all of it', async () => {
  const $work = work('a');
  void lockWhileBusy('set', $work);
  $work.set({ items: ['a', 'b'] });
  await pass();
  expect(lock).toHaveBeenCalledOnce();
});

it('holds it anew for work that comes later', async () => {
  const $work = work('a');
  void lockWhileBusy('set', $work);
  await pass();
  $work.set({ items: [] });
  await pass();
  $work.set({ items: ['b'] });
  await vi.advanceTimersByTimeAsync(5);
  const next = vi.fn(async () => {});
  void lock('set', next);
  await pass();
  expect(next).not.toHaveBeenCalled();
});

it('holds nothing where the work was over before the lock was granted', async () => {
  const $work = work('a');
  void lockWhileBusy('set', $work);
  await vi.advanceTimersByTimeAsync(5);
  expect(lock).toHaveBeenCalledOnce();
  $work.set({ items: [] });
  const next = vi.fn(async () => {});
  void lock('set', next);
  await pass();
  expect(next).toHaveBeenCalledOnce();
});

it('says when work is done, at once where there is none', async () => {
  const done = vi.fn();
  const $work = work('a');
  void untilDone($work).then(done);
  await pass();
  expect(done).not.toHaveBeenCalled();
  $work.set({ items: [] });
  await pass();
  expect(done).toHaveBeenCalledOnce();
  await untilDone($work);
});
