import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPoller } from './poller.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp() {
  const world = { asked: 0, awake: true, down: false, answer: () => {} };
  const poller = createPoller({
    ask: async () => {
      world.asked++;
      if (world.down) throw new Error('no answer');
    },
    awake: () => world.awake,
    everyMs: 4000,
  });
  return { world, poller, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

describe('the poller', () => {
  it('asks at once, and then every four seconds', async () => {
    const { world, poller, pass } = setUp();
    poller.wake();
    expect(world.asked).toBe(1);
    await pass(3999);
    expect(world.asked).toBe(1);
    await pass(1);
    expect(world.asked).toBe(2);
    await pass(40_000);
    expect(world.asked).toBe(12);
  });

  it('asks nothing while nobody looks, and at once when somebody does again', async () => {
    const { world, poller, pass } = setUp();
    poller.wake();
    await pass(0);
    world.awake = false;
    await pass(600_000);
    expect(world.asked).toBe(1);
    world.awake = true;
    poller.wake();
    expect(world.asked).toBe(2);
    await pass(4000);
    expect(world.asked).toBe(3);
  });

  it('asks later and later without an answer, at least once a minute, and as before after one', async () => {
    const { world, poller, pass } = setUp();
    world.down = true;
    const at: number[] = [];
    poller.wake();
    for (let second = 0; second <= 240; second++) {
      if (world.asked > at.length) at.push(second);
      await pass(1000);
    }
    expect(at).toEqual([0, 8, 24, 56, 116, 176, 236]);
    world.down = false;
    poller.wake();
    await pass(8000);
    expect(world.asked).toBe(at.length + 3);
  });

  it('asks one question at a time, however often it is woken', async () => {
    let finish = () => {};
    let asked = 0;
    const poller = createPoller({
      ask: () => {
        asked++;
        return new Promise((done) => {
          finish = done;
        });
      },
      awake: () => true,
      everyMs: 4000,
    });
    for (let i = 0; i < 5; i++) poller.wake();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toBe(1);
    finish();
    await vi.advanceTimersByTimeAsync(4000);
    expect(asked).toBe(2);
  });

  it('asks nothing more once it is stopped', async () => {
    const { world, poller, pass } = setUp();
    poller.wake();
    await pass(0);
    poller.stop();
    poller.wake();
    await pass(60_000);
    expect(world.asked).toBe(1);
  });
});
