import { expect, it } from 'vitest';
import { createReentrantLock } from './reentrant-lock.ts';

it('lets one in at a time, in order, and those who go first before the others', async () => {
  const exclusive = createReentrantLock();
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const all = [
    exclusive(() => first.promise),
    exclusive(async () => void order.push('usual 1')),
    exclusive(async () => void order.push('usual 2')),
    exclusive(async () => void order.push('first'), true),
  ];
  first.resolve();
  await Promise.all(all);
  expect(order).toEqual(['first', 'usual 1', 'usual 2']);
});

it('may be entered again by its holder, not by what outlives it', async () => {
  const order: string[] = [];
  const exclusive = createReentrantLock(async () => void order.push('tidy'));
  let late: Promise<unknown> = Promise.resolve();
  await exclusive(async () => {
    await exclusive(async () => void order.push('inner'));
    late = Promise.resolve()
      .then(() => new Promise((resolve) => setImmediate(resolve)))
      .then(() => exclusive(async () => void order.push('late')));
  });
  await late;
  expect(order.slice(0, 3)).toEqual(['inner', 'tidy', 'late']);
});

it('goes on after a holder that failed', async () => {
  const exclusive = createReentrantLock();
  await expect(exclusive(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await exclusive(async () => 1)).toBe(1);
});
