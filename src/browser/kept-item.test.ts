import { expect, it } from 'vitest';
import { keptOn, readKept } from './kept-item.ts';

const DAY_MS = 24 * 3600 * 1000;

it('gives what is found too old one last chance, and no second one', () => {
  const item = { at: 1000 };
  expect(keptOn(item, DAY_MS, 1000 + DAY_MS - 1)).toBe(item);
  const late = keptOn(item, DAY_MS, 1000 + 40 * DAY_MS);
  expect(late).toMatchObject({ late: true });
  expect(keptOn(late ?? item, DAY_MS, 1000 + 40 * DAY_MS + 60_000)).toBe(late);
  expect(keptOn(late ?? item, DAY_MS, 1000 + 40 * DAY_MS + 600_000)).toBeNull();
});

it('keeps the chance over reloads, and removes what cannot be read', () => {
  const items = new Map([
    ['old', JSON.stringify({ at: 0 })],
    ['broken', '{'],
  ]);
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    key: () => null,
    length: 0,
  };
  const read = (item: string, now: number) => readKept(storage, item, DAY_MS, now);
  expect(read('old', 2 * DAY_MS)).toMatchObject({ late: true });
  expect(read('old', 2 * DAY_MS + 1000)).toMatchObject({ late: true });
  expect(read('old', 2 * DAY_MS + 600_000)).toBeNull();
  expect(read('broken', 0)).toBeNull();
  expect(items.size).toBe(0);
});
