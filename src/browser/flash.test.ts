// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoryStorage } from './browser-storage.ts';

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('sessionStorage', memoryStorage());
});
afterEach(() => vi.unstubAllGlobals());
const load = () => import('./flash.ts');

it('shows a toast once, on the next page', async () => {
  const { setFlash } = await load();
  setFlash('error', 'Artist not found');
  vi.resetModules();
  const { takeFlash } = await load();
  expect(takeFlash()).toEqual({ kind: 'error', text: 'Artist not found' });
  expect(takeFlash()).toBeNull();
});

it.each(['{', '{"kind":"evil","text":"x"}', '{"kind":"error"}', '7'])(
  'ignores %s',
  async (text) => {
    const { FLASH_KEY, takeFlash } = await load();
    sessionStorage.setItem(FLASH_KEY, text);
    expect(takeFlash()).toBeNull();
  },
);

it('lets the navigation go on in a browser that refuses storage', async () => {
  vi.stubGlobal('sessionStorage', undefined);
  const { setFlash } = await load();
  expect(() => setFlash('success', 'x')).not.toThrow();
  vi.resetModules();
  const { takeFlash } = await load();
  expect(takeFlash()).toBeNull();
});
