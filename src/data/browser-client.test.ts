import { afterEach, describe, expect, it, vi } from 'vitest';
import { AUTH_STORAGE_KEY, apiKey, apiUrl, hasSession } from './browser-client.ts';

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

describe('where the API is', () => {
  const page = (told: Record<string, string>) => {
    const found = (selector: string) => told[/^meta\[name=(.+)\]$/.exec(selector)?.[1] ?? ''];
    vi.stubGlobal('document', {
      head: {
        querySelector: (selector: string) =>
          found(selector) === undefined ? null : { content: found(selector) },
      },
    });
    vi.stubGlobal('location', { origin: 'https://muro.example' });
  };

  it('says the head of the page', () => {
    page({ 'api-key': 'k', 'api-url': 'https://x.supabase.co' });
    expect([apiUrl(), apiKey()]).toEqual(['https://x.supabase.co', 'k']);
  });

  it('is the origin of the page where that names no other', () => {
    page({ 'api-key': 'k' });
    expect(apiUrl()).toBe('https://muro.example');
  });
});
