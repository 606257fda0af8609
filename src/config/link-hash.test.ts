import { expect, it } from 'vitest';
import { linkParams, linkSecret, readLinkHash } from './link-hash.ts';

it.each([
  ['T0k_en-', 'T0k_en-', {}],
  ['#T0ken', 'T0ken', {}],
  ['#T0ken.', 'T0ken', {}],
  ['#T0ken&not-me', 'T0ken', { 'not-me': '' }],
  ['#T0ken&artist=1-2&utm_source=mail', 'T0ken', { artist: '1-2', utm_source: 'mail' }],
  ['', '', {}],
])('%s holds a secret and its marks', (hash, token, marks) => {
  const read = readLinkHash(hash);
  expect(read.token).toBe(token);
  expect(Object.fromEntries(read.marks)).toMatchObject(marks);
});

it('finds a secret by its name', () => {
  expect(linkSecret(linkParams('#confirm=3DT0ken&x=1').get('confirm') ?? '')).toBe('3DT0ken');
});
