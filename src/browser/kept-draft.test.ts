import { beforeEach, expect, test } from 'vitest';
import { z } from '#lib/zod.ts';
import { keptDraft } from './kept-draft.ts';

const DAY = 24 * 3600 * 1000;

class MemoryStorage extends Map<string, string> {
  getItem = (key: string) => this.get(key) ?? null;
  setItem = (key: string, value: string) => void this.set(key, value);
  removeItem = (key: string) => void this.delete(key);
}
let storage: MemoryStorage;
beforeEach(() => {
  storage = new MemoryStorage();
});
const draft = () =>
  keptDraft('form', z.object({ name: z.string() }), storage as unknown as Storage);

test('a draft is kept for a month', () => {
  draft().save({ name: 'Ana' }, 0);
  expect(draft().load(30 * DAY - 1)).toEqual({ name: 'Ana' });
  expect(draft().load(30 * DAY + 1)).toBeNull();
});

test('an erased one is gone, and what is no draft counts as none', () => {
  draft().save({ name: 'Ana' });
  draft().erase();
  expect(draft().load()).toBeNull();
  storage.set('form', '{"draft": {"name": 4}');
  expect(draft().load()).toBeNull();
});
