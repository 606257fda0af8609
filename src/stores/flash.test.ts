// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoryStorage } from './browser-storage.ts';
import { FLASH_KEY, leaveFlash, takeFlash } from './flash.ts';

beforeEach(() => vi.stubGlobal('sessionStorage', memoryStorage()));
afterEach(() => vi.unstubAllGlobals());

it('shows a toast once, on the next page', () => {
  leaveFlash('error', 'Artist not found');
  expect(takeFlash()).toEqual({ kind: 'error', text: 'Artist not found' });
  expect(takeFlash()).toBeNull();
});

it.each(['{', '{"kind":"evil","text":"x"}', '{"kind":"error"}', '7'])('ignores %s', (text) => {
  sessionStorage.setItem(FLASH_KEY, text);
  expect(takeFlash()).toBeNull();
});

it('lets the navigation go on in a browser that refuses storage', () => {
  vi.stubGlobal('sessionStorage', undefined);
  expect(() => leaveFlash('success', 'x')).not.toThrow();
  expect(takeFlash()).toBeNull();
});
