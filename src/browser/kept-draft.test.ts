import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from '#lib/zod.ts';
import { memoryStorage } from './browser-storage.ts';
import { keptDrafts } from './kept-draft.ts';
import { markSignOut } from './personal.ts';

const DAY = 24 * 3600 * 1000;

let storage = memoryStorage();
beforeEach(() => {
  storage = memoryStorage();
  vi.useFakeTimers({ now: 0, toFake: ['Date'] });
});
afterEach(() => void vi.useRealTimers());
const drafts = keptDrafts('form.', z.object({ name: z.string() }));
const draft = () => drafts.of('ana', storage);

test('a draft is kept for a month', () => {
  draft().save({ name: 'Ana' });
  vi.setSystemTime(30 * DAY - 1);
  expect(draft().load()).toEqual({ name: 'Ana' });
  expect(drafts.count(storage)).toBe(1);
  vi.setSystemTime(30 * DAY + 1);
  expect(drafts.count(storage)).toBe(0);
  expect(draft().load()).toBeNull();
});

test('a draft of before a sign-out counts as erased', () => {
  draft().save({ name: 'Ana' });
  const takeBack = markSignOut();
  expect(draft().load()).toBeNull();
  takeBack();
});

test('an erased one is gone, and what is no draft counts as none', () => {
  draft().save({ name: 'Ana' });
  draft().erase();
  expect(draft().load()).toBeNull();
  for (const text of ['{"draft": {"name": 4}', '{"draft":{"name":4},"at":0,"left":null}']) {
    storage.setItem('form.ana', text);
    expect(draft().load()).toBeNull();
  }
  expect(drafts.count(storage)).toBe(0);
});
