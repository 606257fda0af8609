import { expect, it } from 'vitest';
import { apiTarget } from './api-target.ts';

it.each([
  ['/auth/v1/token?grant_type=password', '/auth/v1/token?grant_type=password'],
  ['/auth/v1/%74oken', '/auth/v1/token'],
  ['/%61uth/v1/token', '/auth/v1/token'],
  ['http://elsewhere.test/rest/v1/artists?select=id', '/rest/v1/artists?select=id'],
  ['/rest/v1', '/rest/v1'],
  ['/storage/v1/object/b/a%20b.jpg', '/storage/v1/object/b/a%20b.jpg'],
])('hands on %s as %s', (raw, target) => {
  expect(apiTarget(raw)).toBe(target);
});

it.each([
  '//auth/v1/token',
  '/auth%2fv1/token',
  '/x/../auth/v1/token',
  '/x/%2e%2e/auth/v1/token',
  '/AUTH%2fV1/token',
])('says that %s is ambiguous', (raw) => {
  expect(apiTarget(raw)).toBe('ambiguous');
});

it.each(['/', '/artists', '/rest/v10/x', '/restx/v1', '/_system/x', '/artist/%C3%AD', '/%ff', '*'])(
  'leaves %s to the site',
  (raw) => {
    expect(apiTarget(raw)).toBeNull();
  },
);
