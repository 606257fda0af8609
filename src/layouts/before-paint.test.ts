import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { BEFORE_PAINT, BEFORE_PAINT_HASH } from './before-paint.ts';

function run(stored: Record<string, string> | null, search = ''): Record<string, string> {
  const dataset: Record<string, string> = {};
  const localStorage = stored ?? {};
  const location = { search };
  const document = { documentElement: { dataset }, addEventListener() {} };
  // A browser that refuses storage throws as soon as it is named.
  const refused = {
    get localStorage() {
      throw new Error('refused');
    },
    document,
    location,
  };
  runInNewContext(BEFORE_PAINT, stored ? { localStorage, document, location } : refused);
  return dataset;
}

const SESSION = JSON.stringify({ access_token: 't' });

describe('the script before paint', () => {
  it('is the text that the content security policy allows', () => {
    const hash = createHash('sha256').update(BEFORE_PAINT).digest('base64');
    expect(BEFORE_PAINT_HASH).toBe(`sha256-${hash}`);
  });

  it.each([
    ['nobody', {}, { session: 'out' }],
    [
      'an artist',
      { 'mural-auth': SESSION, 'mural-role': 'artist' },
      { session: 'in', role: 'artist' },
    ],
    ['no known role', { 'mural-auth': SESSION, 'mural-role': 'owner' }, { session: 'in' }],
    ['a role left behind', { 'mural-role': 'admin' }, { session: 'out' }],
    ['a broken session', { 'mural-auth': '{' }, { session: 'out' }],
    ['a session without a token', { 'mural-auth': '{}' }, { session: 'out' }],
    ['a theme', { 'mural-theme': 'dark' }, { session: 'out', theme: 'dark' }],
    ['no storage', null, { session: 'out' }],
  ])('marks the page for %s', (_, stored, expected) => {
    expect(run(stored as Record<string, string> | null)).toEqual(expected);
  });

  it('marks a list whose address asks for another one than was prerendered', () => {
    expect(run({}, '?style=Nature')).toEqual({ session: 'out', query: '?style=Nature' });
    // An empty query is an empty string: browsers leave a lone question mark out.
    expect(run({}, '')).toEqual({ session: 'out' });
  });
});

it('asks for styles and then for layout once the last stylesheet is there', () => {
  const links: { rel: string; sheet: object | null }[] = [1, 2].map(() => ({
    rel: 'stylesheet',
    sheet: null,
  }));
  const asked: string[] = [];
  const later: (() => void)[] = [];
  let loaded = (_: { target: object }) => {};
  const document = {
    documentElement: { dataset: {} },
    body: {
      get offsetHeight() {
        return asked.push('layout');
      },
    },
    querySelectorAll: () => links,
    addEventListener: (_type: string, listener: typeof loaded) => {
      loaded = listener;
    },
  };
  runInNewContext(BEFORE_PAINT, {
    document,
    location: { search: '' },
    getComputedStyle: () => ({
      get color() {
        return asked.push('styles');
      },
    }),
    setTimeout: (task: () => void) => later.push(task),
  });
  for (const [link, expected] of links.map((link, i) => [link, i] as const)) {
    link.sheet = {};
    loaded({ target: link });
    expect([asked.length, later.length]).toEqual([expected, expected]);
  }
  loaded({ target: { rel: 'icon' } });
  for (const task of later) task();
  expect(asked).toEqual(['styles', 'layout']);
});
