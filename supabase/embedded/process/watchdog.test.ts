import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Said } from '../base/messages.ts';
import { type Watchdog, watch } from './watchdog.ts';

let dog: Watchdog;
let killed: string[];
let processor: number;
/** Answers like a backend that is well, until a test says otherwise. */
let answer: { ping: boolean; statement: Said | null };
let asks: number;

beforeEach(() => {
  vi.useFakeTimers();
  killed = [];
  processor = 0;
  asks = 0;
  answer = { ping: true, statement: 'ok' };
  const backend = {
    pid: 1,
    ping: () => new Promise<void>((resolve) => answer.ping && resolve()),
    askDatabase: () => {
      asks += 1;
      if (answer.ping && answer.statement !== null) dog.statement(answer.statement);
    },
    kill: (reason?: string) => void killed.push(reason ?? ''),
  };
  dog = watch(
    backend,
    () => 3000,
    async () => processor,
  );
});
afterEach(() => {
  dog.stop();
  vi.useRealTimers();
});

const seconds = (n: number) => vi.advanceTimersByTimeAsync(n * 1000);

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
  await seconds(600);
  expect(killed).toEqual([]);
  expect(await asked()).toEqual({ api: 'ok', database: 'ok', took: 0 });
});

it('says nothing of one that hangs before it has asked', async () => {
  await seconds(10);
  answer.statement = null;
  await seconds(0.2);
  expect(await asked()).toEqual({ api: 'ok', database: 'no answer', took: 2000 });
});

it('knows a database that takes nothing from visitors, which another start would not change', async () => {
  answer.statement = 'not written';
  await seconds(120);
  expect(await asked()).toEqual({ api: 'ok', database: 'no answer', took: 0 });
  expect(killed).toEqual([]);
});

it('says that one which is stopped does not answer, and leaves it alone', async () => {
  await seconds(1);
  answer.ping = false;
  await seconds(1.2);
  expect(await asked()).toMatchObject({ api: 'no answer', database: 'no answer' });
  await seconds(3600);
  expect(killed).toEqual([]);
});

it('ends one that spins', async () => {
  answer.ping = false;
  for (let i = 0; i < 20; i++) {
    processor += 500;
    await seconds(0.5);
  }
  expect(killed).toEqual(['it did not answer']);
});

it('waits for a database that takes its time', async () => {
  answer.statement = null;
  await seconds(4);
  expect(await asked()).toEqual({ api: 'ok', database: 'no answer', took: 0 });
  const before = asks;
  await seconds(3600);
  expect(killed).toEqual([]);
  expect(asks).toBe(before);
});

it('ends one whose database refuses every statement', async () => {
  answer.statement = 'refused';
  await seconds(3);
  expect(killed).toEqual([]);
  await seconds(10);
  expect(killed).toEqual(['its database refused every statement']);
});

it('asks a database no more often for many who ask', async () => {
  await seconds(1.05);
  const before = asks;
  for (let i = 0; i < 100; i++) await dog.vitals();
  expect(asks - before).toBeLessThanOrEqual(1);
});
