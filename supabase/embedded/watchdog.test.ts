import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { processorTime } from '#node/processor-time.ts';
import { PATIENCE, type Watchdog, watch } from './watchdog.ts';

let dog: Watchdog;
let killed: string[];
let processor: number | null;
/** Answers like a backend that is well, until a test says otherwise. */
let answer: { pong: boolean; statement: boolean | null };

beforeEach(() => {
  vi.useFakeTimers();
  killed = [];
  processor = null;
  answer = { pong: true, statement: true };
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

it('leaves a backend alone that answers', () => {
  seconds(600);
  expect(killed).toEqual([]);
  expect(dog.vitals()).toEqual({ api: 'ok', database: 'ok' });
});

it('ends one that is silent for some seconds, once, and says so before', () => {
  answer.pong = false;
  seconds(2.9);
  expect([killed, dog.vitals()]).toEqual([[], { api: 'no answer', database: 'no answer' }]);
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

it('ends one whose database does not answer, or only refuses', () => {
  answer.statement = null;
  seconds(4);
  expect(dog.vitals()).toEqual({ api: 'ok', database: 'no answer' });
  seconds(25);
  expect(killed).toEqual(['its database did not answer']);

  answer.statement = false;
  dog = watch({
    ping: () => {
      dog.pong();
      dog.statement(false);
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
