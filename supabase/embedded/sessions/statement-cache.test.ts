import { expect, test } from 'vitest';
import { StatementCache } from './statement-cache.ts';

test('prepares what comes often', () => {
  const cache = new StatementCache();
  expect([1, 2, 3, 4].map(() => cache.isFrequent('select 1'))).toEqual([false, false, true, true]);
});

test('prepares a bounded number, and nothing that is very long', () => {
  const cache = new StatementCache();
  const often = (text: string) => [1, 2, 3].map(() => cache.isFrequent(text)).at(-1);
  const prepared = Array.from({ length: 500 }, (_, i) => often(`select ${i}`)).filter(Boolean);
  expect(prepared).toHaveLength(200);
  expect(often(`select ${'1, '.repeat(10_000)}1`)).toBe(false);
});

test('is not kept from a frequent text by a flood of others', () => {
  const cache = new StatementCache();
  for (let i = 0; i < 10_000; i++) cache.isFrequent(`select ${i}`);
  expect([1, 2, 3].map(() => cache.isFrequent('select name'))).toEqual([false, false, true]);
});
