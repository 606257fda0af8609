import { beforeEach, expect, it } from 'vitest';
import { memoryStorage } from './browser-storage.ts';
import { type Aged, keptOn, keptTable } from './kept-table.ts';

const DAY_MS = 24 * 3600 * 1000;

interface Item extends Aged {
  text: string;
}
let storage = memoryStorage();
let now = 0;
beforeEach(() => {
  storage = memoryStorage();
  now = 0;
});
const tableOf = (more: Partial<Parameters<typeof keptTable<Item>>[0]> = {}) =>
  keptTable<Item>({ storage, prefix: 'note.', keptMs: DAY_MS, now: () => now, ...more });

it('gives what was put, the oldest first, and nothing of other keys', () => {
  storage.setItem('other', '{');
  tableOf().put('b', { at: 2, text: 'later' });
  tableOf().put('a', { at: 1, text: 'first' });
  expect(tableOf().get('b')).toEqual({ at: 2, text: 'later' });
  expect(tableOf().all()).toMatchObject([{ text: 'first' }, { text: 'later' }]);
  tableOf().remove('a');
  expect(tableOf().get('a')).toBeNull();
  expect(tableOf().all()).toHaveLength(1);
  expect(storage.getItem('other')).toBe('{');
});

it('sorts as it is told', () => {
  const table = tableOf({ sort: (a, b) => a.text.localeCompare(b.text) });
  table.put('1', { at: 1, text: 'wall' });
  table.put('2', { at: 2, text: 'door' });
  expect(table.all()).toMatchObject([{ text: 'door' }, { text: 'wall' }]);
});

it('removes what is too old', () => {
  tableOf().put('a', { at: 0, text: 'old' });
  now = DAY_MS - 1;
  expect(tableOf().all()).toHaveLength(1);
  now = DAY_MS;
  expect(tableOf().all()).toEqual([]);
  expect(storage.length).toBe(0);
});

it.each(['{', 'null', '7', '"text"', '[]', '{}'])('removes what it did not write: %s', (text) => {
  storage.setItem('note.a', text);
  expect(tableOf().get('a')).toBeNull();
  expect(storage.length).toBe(0);
});

it('reads what is stored by its own rule, and writes nothing by it', () => {
  const table = tableOf({ read: (stored) => (stored.text ? { ...stored, text: 'new' } : null) });
  const text = '{"at":0,"text":"old"}';
  storage.setItem('note.a', text);
  storage.setItem('note.b', '{"at":0}');
  expect(table.all()).toEqual([{ at: 0, text: 'new' }]);
  expect(storage.getItem('note.a')).toBe(text);
  expect(storage.getItem('note.b')).toBeNull();
});

it('gives what is found too old one last chance, and no second one', () => {
  const item = { at: 1000 };
  expect(keptOn(item, DAY_MS, 1000 + DAY_MS - 1)).toBe(item);
  const late = keptOn(item, DAY_MS, 1000 + 40 * DAY_MS);
  expect(late).toMatchObject({ late: true });
  expect(keptOn(late ?? item, DAY_MS, 1000 + 40 * DAY_MS + 60_000)).toBe(late);
  expect(keptOn(late ?? item, DAY_MS, 1000 + 40 * DAY_MS + 600_000)).toBeNull();
});

it('keeps the chance of what waits over reloads', () => {
  const all = () => tableOf({ waits: true }).all();
  tableOf().put('a', { at: 0, text: 'old' });
  now = 2 * DAY_MS;
  expect(all()).toMatchObject([{ late: true, text: 'old' }]);
  now += 1000;
  expect(all()).toMatchObject([{ late: true }]);
  now += 600_000;
  expect(all()).toEqual([]);
  expect(storage.length).toBe(0);
});

it('has a flag up while something of it waits, and down once that is too old', () => {
  const table = tableOf({ flag: { key: 'waiting', when: ({ text }) => text === 'waits' } });
  table.put('a', { at: 0, text: 'arrived' });
  expect(storage.getItem('waiting')).toBeNull();
  table.put('b', { at: 0, text: 'waits' });
  expect(storage.getItem('waiting')).toBe('1');
  table.remove('b');
  expect(storage.getItem('waiting')).toBeNull();
  table.put('b', { at: 0, text: 'waits' });
  now = DAY_MS;
  expect(table.all()).toEqual([]);
  expect(storage.length).toBe(0);
});
