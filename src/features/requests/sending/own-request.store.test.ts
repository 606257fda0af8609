import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoryStorage } from '#browser/browser-storage.ts';
import { OWN_REQUEST_KEY } from './own-request.store.ts';

const OWN = { token: 'T_'.padEnd(43, '-x'), reference: 'A3C4D6' };

// A page opens its storage once.
beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('localStorage', memoryStorage());
});
const load = () => import('./own-request.store.ts');
afterEach(() => vi.unstubAllGlobals());

it('keeps the link and the reference of a request, and nothing else of it', async () => {
  const { keepOwnRequest, ownRequest } = await load();
  expect(ownRequest()).toBeNull();
  keepOwnRequest({ ...OWN, email: 'rosa@example.com' } as typeof OWN);
  expect(localStorage.getItem(OWN_REQUEST_KEY)).not.toContain('example.com');
  expect(ownRequest()).toEqual(OWN);
});

it('forgets it when that request is erased, and not when another one is', async () => {
  const { forgetOwnRequest, keepOwnRequest, ownRequest } = await load();
  keepOwnRequest(OWN);
  forgetOwnRequest('x'.repeat(43));
  expect(ownRequest()).toEqual(OWN);
  forgetOwnRequest(OWN.token);
  expect(ownRequest()).toBeNull();
});

it.each([
  'no JSON',
  'null',
  '"text"',
  '{}',
  JSON.stringify({ ...OWN, token: 'javascript:alert(1)' }),
  JSON.stringify({ ...OWN, reference: '<b>' }),
])('gives nothing for what was not written by it: %s', async (kept) => {
  localStorage.setItem(OWN_REQUEST_KEY, kept);
  const { ownRequest } = await load();
  expect(ownRequest()).toBeNull();
});
