import { beforeEach, expect, test, vi } from 'vitest';
import { pinBox } from './pins.store.ts';

const JOB = { lead: 'a', artist: 'b' };
const pin = (key: string, sent: boolean) => ({
  ...{ version: 1, x: 0.5, y: 0.5, body: `Comment ${key}`, sent },
  key: `00000000-0000-4000-8000-00000000000${key}`,
});
const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
    key: (n: number) => [...kept.keys()][n] ?? null,
    get length() {
      return kept.size;
    },
  });
  vi.stubGlobal('document', { cookie: '' });
  return () => vi.unstubAllGlobals();
});

test('keeps what is typed and what is on its way, of each job apart', () => {
  const box = pinBox(JOB);
  box.keep(pin('1', false));
  expect(pinBox(JOB).draft()).toEqual(pin('1', false));
  box.keep(pin('1', true));
  box.keep(pin('2', true));
  box.keep(pin('3', false));
  expect(pinBox(JOB).outgoing()).toEqual([pin('1', true), pin('2', true)]);
  expect(pinBox({ ...JOB, artist: 'c' }).outgoing()).toEqual([]);
  box.forget(pin('1', true).key);
  expect(pinBox(JOB).outgoing()).toEqual([pin('2', true)]);
  expect(pinBox(JOB).draft()).toEqual(pin('3', false));
});
