import { expect, test } from 'vitest';
import { contentType, lifetimeOf, otherSpelling, pathOf } from './served.ts';

test.each([
  ['/a.svg', 'image/svg+xml; charset=utf-8'],
  ['/A.JPG', 'image/jpeg'],
  // What is not known runs nowhere.
  ['/a.xhtml', 'application/octet-stream'],
  ['/a', 'application/octet-stream'],
])('%s is served as %s', (pathname, type) => {
  expect(contentType(pathname)).toBe(type);
});

test.each([
  ['index.html', '/'],
  ['artist/x.html', '/artist/x'],
  ['search/artists.json', '/search/artists.json'],
])('%s is at %s', (file, path) => {
  expect(pathOf(file)).toBe(path);
});

test.each([
  ['/index', '/'],
  ['/index.html', '/'],
  ['/artists/', '/artists'],
  ['/artists.html', '/artists'],
  ['/artist/i%C3%B1igo/', '/artist/i%C3%B1igo'],
  ['/artist/index', null],
  ['/', null],
  ['/artists', null],
  // They would lead to another site, or out of a folder.
  ['//evil.example/', null],
  ['/\\evil.example/', null],
  ['/x//evil.example/', null],
  ['/../x.html', null],
])('%s leads to %s', (from, to) => {
  expect(otherSpelling(from)).toBe(to);
});

test('only what is named by its content is kept for good', () => {
  const part = '0'.repeat(20);
  for (const path of ['/_astro/x.js', `/pagefind/${part}/x`, `/pagefind-murals/${part}/x`])
    expect(lifetimeOf(path).immutable, path).toBe(true);
  for (const path of ['/', '/artists', '/pagefind/parts.json', '/media/x.avif'])
    expect(lifetimeOf(path), path).toMatchObject({ immutable: false, cdn: expect.any(String) });
});
