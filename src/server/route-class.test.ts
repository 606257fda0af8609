import { expect, it } from 'vitest';
import { routeClass } from './route-class.ts';

it.each([
  ['/', 'pages'],
  ['/artist/ana-luz', 'pages'],
  ['/city/austin/page/2', 'pages'],
  ['/rest/v1/artists', 'rest'],
  ['/auth/v1/token', 'auth'],
  ['/storage/v1/object/murals/a.jpg', 'storage'],
  ['/media/0123-640.avif', 'media'],
  ['/_astro/app.abc123.js', 'files'],
  ['/pagefind/0123/fragment/en_1.pf_fragment', 'files'],
  ['/sitemap.xml', 'files'],
  ['/healthz', 'watch'],
  ['/metrics', 'watch'],
  ['/hooks/rebuild', 'hooks'],
  ['/unsubscribe/-', 'hooks'],
])('%s is one of the %s', (path, name) => {
  expect(routeClass(path)).toBe(name);
});
