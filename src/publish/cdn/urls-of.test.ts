import { expect, it } from 'vitest';
import { urlsOf } from './urls-of.ts';

it.each([
  ['index.html', ['/', '/index.html']],
  ['artist/iñigo.html', ['/artist/i%C3%B1igo', '/artist/i%C3%B1igo.html']],
  ['artists/page/2.html', ['/artists/page/2', '/artists/page/2.html']],
  ['404.html', ['/404', '/404.html']],
  ['search/artists.json', ['/search/artists.json']],
  ['media/0123456789abcdef0123-640.avif', ['/media/0123456789abcdef0123-640.avif']],
])('%s is kept under %j', (file, paths) => {
  const urls = paths.map((path) => `https://muro.example${path}`);
  expect(urlsOf([file], 'https://muro.example')).toEqual(urls);
});
