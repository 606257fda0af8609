import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inMemory } from './limiter.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('gives so many a window, then says how long to wait', () => {
  const limiter = inMemory('any', { max: 2, windowMs: 60_000 });
  expect([limiter.take('a'), limiter.take('a'), limiter.take('a')]).toEqual([null, null, 60]);
  vi.advanceTimersByTime(45_500);
  expect(limiter.take('a')).toBe(15);
  vi.advanceTimersByTime(14_500);
  expect(limiter.take('a')).toBeNull();
});

it('counts each key for itself, and takes back what did not count', () => {
  const limiter = inMemory('any', { max: 1, windowMs: 1000 });
  expect([limiter.take('a'), limiter.take('b')]).toEqual([null, null]);
  limiter.giveBack('a');
  expect([limiter.take('a'), limiter.take('a')]).toEqual([null, 1]);
  limiter.forget('a');
  expect(limiter.take('a')).toBeNull();
});

it('stays bounded, and a flood of others pushes only the oldest out', () => {
  const limiter = inMemory('any', { max: 1, windowMs: 1000 });
  for (let i = 0; i < 50_000; i++) limiter.take(`old-${i}`);
  limiter.take('mine');
  for (let i = 0; i < 100; i++) limiter.take(`new-${i}`);
  expect(limiter.take('mine')).toBe(1);
  expect(limiter.take('old-0')).toBeNull();
});
