import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LEASE_SECONDS, Lease } from './lease.ts';

let holder: string | null;
let away: boolean;
const lost = vi.fn();
const leases: Lease[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  holder = null;
  away = false;
  lost.mockReset();
});
afterEach(async () => {
  await Promise.all(leases.splice(0).map((lease) => lease.end()));
  vi.useRealTimers();
});

function lease(name: string): Lease {
  const made = new Lease({
    holder: name,
    take: async (asking) => {
      if (away) throw new Error('the database is away');
      holder ??= asking;
      return holder;
    },
    end: async (ending) => {
      if (holder === ending) holder = null;
    },
    onLost: lost,
  });
  leases.push(made);
  return made;
}

test('one has it, the other is told who, and gets it once it is given up', async () => {
  const [a, b] = [lease('a'), lease('b')];
  expect(await a.take()).toBe(true);
  expect(await b.take()).toBe(false);
  expect(b.other).toBe('a');
  await a.end();
  expect(await b.take()).toBe(true);
});

test('is written under while it is ours, with an end to each write that is whole milliseconds', async () => {
  const a = lease('a');
  expect(() => a.writing()).toThrow('still leads');
  await a.take();
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  a.writing();
  const [[ms = 0] = []] = timeout.mock.calls;
  expect(ms).toBeLessThan(LEASE_SECONDS * 1000);
  expect(Number.isInteger(ms)).toBe(true);
});

test('nothing is written once the database was away for too long, and again when it is back', async () => {
  const a = lease('a');
  await a.take();
  away = true;
  await vi.advanceTimersByTimeAsync(LEASE_SECONDS * 1000);
  expect(() => a.writing()).toThrow('still leads');
  expect(lost).not.toHaveBeenCalled();
  away = false;
  await vi.advanceTimersByTimeAsync(3000);
  expect(() => a.writing()).not.toThrow();
});

test('is lost to who has taken it over meanwhile', async () => {
  const a = lease('a');
  await a.take();
  holder = 'b';
  await vi.advanceTimersByTimeAsync(3000);
  expect(lost).toHaveBeenCalledExactlyOnceWith('b');
  expect(() => a.writing()).toThrow('still leads');
});
