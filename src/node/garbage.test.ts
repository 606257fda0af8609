import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { collectWhenGrown, collectWhenIdle } from './garbage.ts';

let cpuMs = 0;
const collect = vi.fn();

beforeEach(() => {
  cpuMs = 0;
  vi.useFakeTimers({ toFake: ['setInterval'] });
  vi.spyOn(process, 'cpuUsage').mockImplementation(() => ({ user: cpuMs * 1000, system: 0 }));
  collect.mockReset();
  collectWhenIdle(collect);
});
afterEach(() => {
  vi.useRealTimers();
});

/** Ten seconds with so much work in them. */
const pass = (workMs: number) => {
  cpuMs += workMs;
  vi.advanceTimersByTime(10_000);
};

it('collects once when there was work and it is over', () => {
  pass(5000);
  expect(collect).not.toHaveBeenCalled();
  pass(20);
  pass(20);
  pass(20);
  expect(collect).toHaveBeenCalledTimes(1);
  pass(3000);
  pass(10);
  expect(collect).toHaveBeenCalledTimes(2);
});

it('leaves a process alone that works all the time, and one that has hardly worked', () => {
  for (let i = 0; i < 20; i++) pass(400);
  expect(collect).not.toHaveBeenCalled();
  pass(0);
  expect(collect).toHaveBeenCalledTimes(1);
  for (let i = 0; i < 20; i++) pass(40);
  expect(collect).toHaveBeenCalledTimes(1);
});

it('has what nobody holds any more collected', async () => {
  const gone = new WeakRef({ large: new Array(1000).fill(0) });
  collectWhenIdle();
  // Until the end of the turn that made it, a weak reference holds on to it.
  await new Promise(setImmediate);
  expect(gone.deref()).toBeDefined();
  await new Promise(setImmediate);
  pass(5000);
  pass(0);
  expect(gone.deref()).toBeUndefined();
});

it('collects at first, and then once there is so much more than was kept', () => {
  let used = 50;
  const collectGrown = collectWhenGrown(10, collect, () => used);
  collectGrown();
  expect(collect).toHaveBeenCalledTimes(1);
  used = 59;
  collectGrown();
  expect(collect).toHaveBeenCalledTimes(1);
  collect.mockImplementation(() => {
    used = 55;
  });
  used = 60;
  collectGrown();
  expect(collect).toHaveBeenCalledTimes(2);
  used = 64;
  collectGrown();
  expect(collect).toHaveBeenCalledTimes(2);
  used = 65;
  collectGrown();
  expect(collect).toHaveBeenCalledTimes(3);
});
