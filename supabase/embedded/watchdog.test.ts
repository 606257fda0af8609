import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PATIENCE, type Watchdog, watch } from './watchdog.ts';

let dog: Watchdog;
let killed: string[];
/** Answers like a backend that is well, until a test says otherwise. */
let answer: { pong: boolean; statement: boolean | null };

beforeEach(() => {
  vi.useFakeTimers();
  killed = [];
  answer = { pong: true, statement: true };
  dog = watch({
    ping: () => {
      if (answer.pong) dog.pong();
      if (answer.pong && answer.statement !== null) dog.statement(answer.statement);
    },
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
  seconds(4);
  expect([killed, dog.vitals()]).toEqual([[], { api: 'no answer', database: 'no answer' }]);
  seconds(60);
  expect(killed).toEqual(['it did not answer']);
});

it('forgets a silence that has ended', () => {
  for (let i = 0; i < 5; i++) {
    answer.pong = false;
    seconds(4);
    answer.pong = true;
    seconds(2);
  }
  expect(killed).toEqual([]);
});

it('ends one whose database does not answer, or only refuses', () => {
  answer.statement = null;
  seconds(4);
  expect(dog.vitals()).toEqual({ api: 'ok', database: 'no answer' });
  seconds(20);
  expect(killed).toEqual(['its database did not answer']);

  answer.statement = false;
  dog = watch({
    ping: () => {
      dog.pong();
      dog.statement(false);
    },
    kill: (reason) => killed.push(reason),
  });
  seconds(10);
  expect(killed[1]).toBe('its database refused every statement');
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
