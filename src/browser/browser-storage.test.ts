import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** A browser's storage with room for so many letters, which counts what is written to it. */
function browserStorage(room = Number.POSITIVE_INFINITY) {
  const items = new Map<string, string>();
  let writes = 0;
  const storage = {
    get length() {
      return items.size;
    },
    key: (i: number) => [...items.keys()][i] ?? null,
    getItem: (key: string) => items.get(key) ?? null,
    setItem(key: string, value: string) {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError');
      writes++;
      items.set(key, value);
    },
    removeItem(key: string) {
      writes++;
      items.delete(key);
    },
    clear: () => items.clear(),
  };
  return { storage, items, writes: () => writes };
}

let page = new EventTarget();
beforeEach(() => {
  vi.resetModules();
  page = new EventTarget();
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
    vi.stubGlobal(name, page[name].bind(page));
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(globalThis, 'localStorage');
});
const load = () => import('./browser-storage.ts');
const stored = (key: string | null) => Object.assign(new Event('storage'), { key });

describe('the storage of a page', () => {
  it('is opened and read without a write, however often', async () => {
    const { storage, writes } = browserStorage();
    vi.stubGlobal('localStorage', storage);
    const { usableStorage } = await load();
    for (let n = 0; n < 5; n++) usableStorage('localStorage').getItem('quote.draft');
    expect(writes()).toBe(0);
  });

  it('is one and the same where the browser refuses it', async () => {
    Object.defineProperty(globalThis, 'localStorage', {
      configurable: true,
      get() {
        throw new DOMException('refused', 'SecurityError');
      },
    });
    const { usableStorage, unkeptKeys } = await load();
    usableStorage('localStorage').setItem('quote.draft', 'Rosa');
    expect(usableStorage('localStorage').getItem('quote.draft')).toBe('Rosa');
    expect(usableStorage('sessionStorage').getItem('quote.draft')).toBeNull();
    expect(unkeptKeys('localStorage')).toEqual(['quote.draft']);
  });

  it('keeps what there is no room for, says so, and shows what was kept before', async () => {
    const { storage, items } = browserStorage(10);
    items.set('mural-shortlist', '[]');
    items.set('quote.draft', 'old');
    vi.stubGlobal('localStorage', storage);
    const { usableStorage, unkeptKeys, keysOf, UNKEPT_EVENT } = await load();
    const told = vi.fn();
    page.addEventListener(UNKEPT_EVENT, told);
    const usable = usableStorage('localStorage');
    usable.setItem('quote.draft', 'a text that is far too long');
    expect(told).toHaveBeenCalledOnce();
    expect(usable.getItem('quote.draft')).toBe('a text that is far too long');
    expect(keysOf(usable)).toEqual(['mural-shortlist', 'quote.draft']);
    expect(unkeptKeys('localStorage')).toEqual(['quote.draft']);

    usable.setItem('quote.draft', 'short');
    expect(items.get('quote.draft')).toBe('short');
    expect(unkeptKeys('localStorage')).toEqual([]);
    usable.removeItem('quote.draft');
    expect(usable.getItem('quote.draft')).toBeNull();
  });
});

it('hears of its own items only, and of all being cleared', async () => {
  const { onStored } = await load();
  const heard = vi.fn();
  const stop = onStored(['a', 'b'], heard);
  for (const key of ['a', 'x', 'b', null]) page.dispatchEvent(stored(key));
  expect(heard.mock.calls.map(([event]) => event.key)).toEqual(['a', 'b', null]);
  stop();
  page.dispatchEvent(stored('a'));
  expect(heard).toHaveBeenCalledTimes(3);
});
