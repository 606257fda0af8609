import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryStorage } from '#browser/browser-storage.ts';

const ANA = { name: '🎨 Ana', slug: 'ana' };

/** A page that has just been opened: nothing in its memory, only what its tab has kept. */
const open = () => {
  vi.resetModules();
  return import('./sent-request.store.ts');
};

beforeEach(() => vi.stubGlobal('sessionStorage', memoryStorage()));
afterEach(() => vi.unstubAllGlobals());

describe('who has the request', () => {
  it('is told once, and nothing else of an artist is kept', async () => {
    const { keepReceivers, SENT_KEY } = await open();
    keepReceivers([{ ...ANA, email: 'ana@example.com' } as typeof ANA]);
    expect(sessionStorage.getItem(SENT_KEY)).not.toContain('example.com');
    const { takeReceivers } = await open();
    expect(takeReceivers()).toEqual([ANA]);
    expect(takeReceivers()).toBeNull();
  });

  it('may be nobody, which is not the same as no request', async () => {
    const { keepReceivers, takeReceivers } = await open();
    expect(takeReceivers()).toBeNull();
    keepReceivers([]);
    expect(takeReceivers()).toEqual([]);
  });

  it.each(['{', '{}', '[1]', '[{"name":1,"slug":"a"}]'])('is not read from %s', async (text) => {
    const { SENT_KEY, takeReceivers } = await open();
    sessionStorage.setItem(SENT_KEY, text);
    expect(takeReceivers()).toBeNull();
    expect(sessionStorage.getItem(SENT_KEY)).toBeNull();
  });
});
