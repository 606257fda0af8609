import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { originForm, readTarget } from './request-target.ts';

describe('the target of a request', () => {
  it.each([
    ['/auth/v1/token?grant_type=password', '/auth/v1/token', 'grant_type=password'],
    ['/auth/v1/%74oken', '/auth/v1/token', ''],
    ['/%61uth/v1/%74%6f%6b%65n', '/auth/v1/token', ''],
    ['http://elsewhere.test/auth/v1/token?x', '/auth/v1/token', 'x'],
    ['HTTP://h?x=1', '/', 'x=1'],
    ['/rest/v1/', '/rest/v1/', ''],
    ['/storage/v1/object/b/a%20b%2Bc@d.jpg', '/storage/v1/object/b/a b+c@d.jpg', ''],
    ['/artist/%C3%AD', '/artist/í', ''],
    ['/a;x=1', '/a;x=1', ''],
    ['/a?b?c=/../', '/a', 'b?c=/../'],
  ])('%s is %s', (raw, path, query) => {
    expect(readTarget(raw)).toMatchObject({ path, query });
  });

  it.each([
    '',
    '*',
    'auth/v1/token',
    '/auth/v1/%2574oken',
    '/auth/v1%2ftoken',
    '/auth/v1%2Ftoken',
    '/auth/v1/%5ctoken',
    '/auth\\v1\\token',
    '/auth/v1/./token',
    '/auth/v1/%2e%2e/x',
    '/auth/v1/..',
    '//auth/v1/token',
    '/auth//v1/token',
    '/auth/v1/token%00',
    '/auth/v1/%0atoken',
    '/auth/v1/token%7f',
    '/auth/v1/%c0%af',
    '/auth/v1/%c1%b4oken',
    '/auth/v1/%ff',
    '/auth/v1/%',
    '/auth/v1/%zz',
    '/auth/v1/token#x',
    '/auth/v1/tok\u00e9n',
    '/auth/v1/token x',
  ])('%s has more than one reading', (raw) => {
    expect(readTarget(raw)).toBeNull();
  });

  it('is handed on in a form that can only be read as it was', () => {
    fc.assert(
      fc.property(fc.webPath(), fc.webQueryParameters(), (path, query) => {
        const target = readTarget(`${path || '/'}?${query}`);
        if (!target) return;
        expect(new URL(target.encodedPath, 'http://h').pathname).toBe(target.encodedPath);
        expect(decodeURIComponent(target.encodedPath)).toBe(target.path);
        expect(readTarget(target.encodedPath)?.path).toBe(target.path);
      }),
      { numRuns: 1000 },
    );
  });

  it('leaves what is no address of a server alone', () => {
    expect(originForm('ftp://x/y')).toBe('ftp://x/y');
    expect(originForm('/http://x/y')).toBe('/http://x/y');
  });
});
