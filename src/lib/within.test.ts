import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NoAnswer, within } from './within.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('gives what comes in time, and its failure', async () => {
  await expect(within(Promise.resolve('drawn'))).resolves.toBe('drawn');
  await expect(within(Promise.reject(new TypeError('no picture')))).rejects.toThrow('no picture');
  expect(vi.getTimerCount()).toBe(0);
});

it('does not wait for good', async () => {
  const asked = within(new Promise(() => {}), 5000);
  const outcome = expect(asked).rejects.toBeInstanceOf(NoAnswer);
  await vi.advanceTimersByTimeAsync(5000);
  await outcome;
});
