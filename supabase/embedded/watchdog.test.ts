import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { processorTime } from '#node/processor-time.ts';
import type { Said } from './messages.ts';
import { PATIENCE, type Watchdog, watch } from './watchdog.ts';

let dog: Watchdog;
let killed: string[];
let processor: number | null;
/** Saids like a backend that is well, until a test says otherwise. */
let answer: { pong: boolean; statement: Said | null };

beforeEach(() => {
  vi.useFakeTimers();
  killed = [];
  processor = null;
  answer = { pong: true, statement: 'ok' };
  dog = watch({
    ping: () => {
      if (answer.pong) dog.pong();
      if (answer.pong && answer.statement !== null) dog.statement(answer.statement);
    },
    processorTime: () => processor,
    kill: (reason) => killed.push(reason),
  });
});
afterEach(() => {
  dog.stop();
  vi.useRealTimers();
});

const seconds = (n: number) => vi.advanceTimersByTime(n * 1000);

/** What it says now, and how many milliseconds that took. */
const asked = async () => {
  const since = performance.now();
  const said = dog.vitals();
  let took = -1;
  void said.then(() => {
    took = performance.now() - since;
  });
  for (let i = 0; i < 30 && took < 0; i++) await vi.advanceTimersByTimeAsync(100);
  return { ...(await said), took };
};

it('leaves a backend alone that answers', async () => {
  seconds(600);
  expect(killed).toEqual([]);
  expect(await asked()).toEqual({ api: 'ok', database: 'ok', took: 0 });
});

it('says nothing of one that hangs before it has asked', async () => {
  seconds(10);
  answer = { pong: false, statement: null };
  seconds(0.2);
  expect(await asked()).toEqual({ api: 'no answer', database: 'no answer', took: 2000 });
  answer = { pong: true, statement: null };
  seconds(0.5);
  expect(await asked()).toMatchObject({ api: 'ok', database: 'no answer' });
  answer.statement = 'not written';
  seconds(0.5);
  expect(await asked()).toEqual({ api: 'ok', database: 'no answer', took: 0 });
  answer.statement = 'ok';
  seconds(0.5);
  expect(await asked()).toEqual({ api: 'ok', database: 'ok', took: 0 });
});

it('asks a database no more often for many who ask', async () => {
  let asks = 0;
  const counting = watch({
    ping: () => {
      asks += 1;
      counting.pong();
      counting.statement('ok');
    },
    processorTime: () => null,
    kill: () => {},
  });
  await vi.advanceTimersByTimeAsync(1050);
  const before = asks;
  for (let i = 0; i < 100; i++) await counting.vitals();
  expect(asks - before).toBeLessThanOrEqual(1);
  counting.stop();
});

it('does not end one whose database only refuses visitors: another start would not help', () => {
  answer.statement = 'not written';
  seconds(120);
  expect(killed).toEqual([]);
});

it('ends one that is silent for some seconds, once, and says so before', async () => {
  answer.pong = false;
  seconds(2.9);
  expect(killed).toEqual([]);
  expect(await asked()).toMatchObject({ api: 'no answer', database: 'no answer' });
  seconds(60);
  expect(killed).toEqual(['it did not answer']);
});

it('forgets a silence that has ended', () => {
  for (let i = 0; i < 5; i++) {
    answer.pong = false;
    seconds(2.4);
    answer.pong = true;
    seconds(2);
  }
  expect(killed).toEqual([]);
});

it('ends one whose database does not answer, or only refuses', async () => {
  answer.statement = null;
  seconds(4);
  expect(await asked()).toEqual({ api: 'ok', database: 'no answer', took: 0 });
  seconds(25);
  expect(killed).toEqual(['its database did not answer']);

  answer.statement = 'refused';
  dog = watch({
    ping: () => {
      dog.pong();
      dog.statement('refused');
    },
    processorTime: () => processor,
    kill: (reason) => killed.push(reason),
  });
  seconds(10);
  expect(killed[1]).toBe('its database refused every statement');
});

it.each([
  { share: 0, waits: false },
  { share: 0.1, waits: true },
  { share: 0.95, waits: false },
])('waits longer for one that is starved of processor time ($share)', ({ share, waits }) => {
  answer.pong = false;
  processor = 0;
  for (let i = 0; i < 7; i++) {
    processor += share * 1000;
    seconds(1);
  }
  expect(killed).toHaveLength(waits ? 0 : 1);
  for (let i = 0; i < 15; i++) {
    processor += share * 1000;
    seconds(1);
  }
  expect(killed).toHaveLength(1);
});

it.runIf(process.platform === 'linux')('knows the processor time of a process', () => {
  vi.useRealTimers();
  const before = processorTime(process.pid);
  for (const until = Date.now() + 200; Date.now() < until; );
  const after = processorTime(process.pid);
  expect(before).toBeGreaterThan(0);
  expect(after).toBeGreaterThanOrEqual(before ?? Number.NaN);
  expect(processorTime(2 ** 30)).toBeNull();
});

it('is patient while an operator imports', () => {
  dog.longWork(true);
  answer.pong = false;
  seconds(40);
  expect(killed).toEqual([]);
  seconds(PATIENCE.longWorkMs / 1000);
  expect(killed).toEqual(['it did not answer']);
});

it('does not blame the backend for a computer that slept', () => {
  answer.pong = false;
  seconds(2);
  vi.setSystemTime(Date.now() + 3_600_000);
  const now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now + 3_600_000);
  seconds(1);
  expect(killed).toEqual([]);
});
