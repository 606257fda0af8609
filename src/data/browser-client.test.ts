import { afterEach, expect, it, vi } from 'vitest';
import { AUTH_STORAGE_KEY, hasSession } from './browser-client.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['a session', '{"access_token":"t"}', true],
  ['nothing', null, false],
  ['what is no JSON', 'junk', false],
  ['a session without a token', '{}', false],
  ['null', 'null', false],
])('knows a session by its token: %s', (_, stored, expected) => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === AUTH_STORAGE_KEY ? stored : null),
  });
  expect(hasSession()).toBe(expected);
});

it('finds none in a browser that refuses storage', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('refused');
    },
  });
  expect(hasSession()).toBe(false);
});
