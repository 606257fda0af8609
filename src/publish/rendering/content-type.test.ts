import { expect, test } from 'vitest';
import { contentType } from './content-type.ts';

test.each([
  ['/a.svg', 'image/svg+xml; charset=utf-8'],
  ['/A.JPG', 'image/jpeg'],
  // What is not known runs nowhere.
  ['/a.xhtml', 'application/octet-stream'],
  ['/a', 'application/octet-stream'],
])('%s is served as %s', (pathname, type) => {
  expect(contentType(pathname)).toBe(type);
});
