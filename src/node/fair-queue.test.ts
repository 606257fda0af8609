import { expect, it } from 'vitest';
import { Busy, FairQueue, Gone } from './fair-queue.ts';

const limits = { concurrency: 1, maxWaiting: 4, maxWaitingPerKey: 4 };

/** Work that ends when it is told to. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, end: () => resolve() };
}

it('serves keys in turn, whatever one of them has queued', async () => {
  const queue = new FairQueue(limits);
  const first = held();
  const order: string[] = [];
  const add = (key: string, name: string) => queue.run(key, async () => void order.push(name));
  const all = [queue.run('a', first.work), add('a', 'a1'), add('a', 'a2'), add('b', 'b1')];
  first.end();
  await Promise.all(all);
  expect(order).toEqual(['a1', 'b1', 'a2']);
  expect([queue.size, queue.running]).toEqual([0, 0]);
});

it('runs no more at once than it may', async () => {
  const queue = new FairQueue({ ...limits, concurrency: 2, maxWaiting: 20, maxWaitingPerKey: 20 });
  let running = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++running);
    await Promise.resolve();
    running -= 1;
  };
  await Promise.all(Array.from({ length: 12 }, (_, i) => queue.run(`k${i % 3}`, work)));
  expect(most).toBe(2);
});

it('is bounded, for one key and for all', async () => {
  const queue = new FairQueue({ concurrency: 1, maxWaiting: 3, maxWaitingPerKey: 2 });
  const first = held();
  const noop = async () => {};
  const all = [queue.run('a', first.work), queue.run('a', noop), queue.run('a', noop)];
  await expect(queue.run('a', noop)).rejects.toBeInstanceOf(Busy);
  all.push(queue.run('b', noop));
  expect(queue.size).toBe(3);
  first.end();
  await Promise.all(all);
});

it('takes the place of whoever waits with the most when it is full', async () => {
  const queue = new FairQueue({ concurrency: 1, maxWaiting: 3, maxWaitingPerKey: 3 });
  const first = held();
  const noop = async () => 'done';
  const running = queue.run('a', first.work);
  const greedy = [queue.run('a', noop), queue.run('a', noop), queue.run('a', noop)];
  const outcome = Promise.allSettled(greedy);
  const modest = queue.run('b', noop);
  await expect(greedy[2]).rejects.toBeInstanceOf(Busy);
  first.end();
  await running;
  expect(await modest).toBe('done');
  expect((await outcome).map((o) => o.status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
});

it('does nothing for those who have gone away', async () => {
  const queue = new FairQueue(limits);
  const first = held();
  const client = new AbortController();
  let worked = 0;
  const work = async () => ++worked;
  const running = queue.run('a', first.work);
  const gone = queue.run('a', work, client.signal);
  const outcome = expect(gone).rejects.toBeInstanceOf(Gone);
  const stays = queue.run('a', work);
  expect(queue.size).toBe(2);
  client.abort();
  // At once: what nobody waits for keeps no place from others.
  expect(queue.size).toBe(1);
  first.end();
  await Promise.all([running, outcome, stays]);
  expect([worked, queue.size, queue.running]).toEqual([1, 0, 0]);
});

it('goes on after work that failed', async () => {
  const queue = new FairQueue(limits);
  await expect(queue.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await queue.run('a', async () => 1)).toBe(1);
});
