import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoryStorage } from './browser-storage.ts';

const page = new EventTarget();
beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('localStorage', memoryStorage());
  vi.stubGlobal('sessionStorage', memoryStorage());
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
    vi.stubGlobal(name, page[name].bind(page));
});
afterEach(() => vi.unstubAllGlobals());
const load = () => import('./personal.ts');
const keys = (storage: Storage) =>
  Array.from({ length: storage.length }, (_, i) => storage.key(i)).sort();

function fill() {
  for (const key of ['mural-auth', 'mural-role', 'quote.draft', 'quote.outbox.k', 'mural-recent'])
    localStorage.setItem(key, 'x');
  localStorage.setItem('mural-theme', 'dark');
  sessionStorage.setItem('quote.own', 'k');
  sessionStorage.setItem('quote.draft', 'x');
}

it('erases what is a person’s and keeps the settings of the device', async () => {
  fill();
  const { erasePersonal } = await load();
  erasePersonal();
  expect(keys(localStorage)).toEqual(['mural-theme']);
  expect(keys(sessionStorage)).toEqual([]);
});

it('spares what it is told to', async () => {
  fill();
  const { erasePersonal } = await load();
  erasePersonal((key) => key === 'mural-auth');
  expect(keys(localStorage)).toEqual(['mural-auth', 'mural-theme']);
});

it('tells this page and other tabs, and takes it back', async () => {
  const { erasePersonal, lastSignOut, markSignOut, onSignOut } = await load();
  const forget = vi.fn();
  const stop = onSignOut(forget);
  const takeBack = markSignOut();
  expect(lastSignOut()).not.toBeNull();
  takeBack();
  expect(lastSignOut()).toBeNull();
  erasePersonal();
  page.dispatchEvent(Object.assign(new Event('storage'), { key: 'mural-left', newValue: 'k2' }));
  page.dispatchEvent(Object.assign(new Event('storage'), { key: 'quote.draft', newValue: null }));
  expect(forget).toHaveBeenCalledTimes(2);
  stop();
  erasePersonal();
  expect(forget).toHaveBeenCalledTimes(2);
});

/** A browser whose databases are deleted as `answer` says. */
function databases(answer: (request: IDBOpenDBRequest) => void) {
  vi.stubGlobal('indexedDB', {
    deleteDatabase: () => {
      const request = {} as IDBOpenDBRequest;
      queueMicrotask(() => answer(request));
      return request;
    },
  });
}
const event = {} as Event;

it('says whether the photos are erased, also where the browser does not answer', async () => {
  const { erasePersonal } = await load();
  expect(await erasePersonal()).toBe(true);
  databases((request) => request.onsuccess?.(event));
  expect(await erasePersonal()).toBe(true);
  databases((request) => request.onerror?.(event));
  expect(await erasePersonal()).toBe(false);
  vi.stubGlobal('indexedDB', {
    deleteDatabase: () => {
      throw new DOMException('', 'SecurityError');
    },
  });
  expect(await erasePersonal()).toBe(true);

  vi.useFakeTimers();
  databases(() => {});
  const erased = erasePersonal();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await erased).toBe(false);
  vi.useRealTimers();
});
