import { describe, expect, it } from 'vitest';
import { englishPath, inEachLanguage, languageOf, pathIn } from './language-paths.ts';

describe('the address of a page in two languages', () => {
  it.each([
    ['/', '/es'],
    ['/artists', '/es/artists'],
    ['/artists?style=Nature#list', '/es/artists?style=Nature#list'],
    ['/?q=es', '/es?q=es'],
    ['/#top', '/es#top'],
    ['/estates', '/es/estates'],
    ['/mural/es', '/es/mural/es'],
  ])('%s is %s', (english, spanish) => {
    expect(pathIn('es', english)).toBe(spanish);
    expect(pathIn('en', spanish)).toBe(english);
    expect(englishPath(spanish)).toBe(english);
    for (const path of [english, spanish]) expect(pathIn(languageOf(path), path)).toBe(path);
    expect([languageOf(english), languageOf(spanish)]).toEqual(['en', 'es']);
  });

  it('is one of a page that is there in each, whichever was named, and of robots.txt but once', () => {
    const routes = ['/es/artists', '/artists', '/robots.txt'];
    expect(inEachLanguage(routes)).toEqual([['/artists', '/robots.txt'], ['/es/artists']]);
  });

  it('comes first in the language that it was named in', () => {
    expect(inEachLanguage(['/es/artists', '/'])).toEqual([
      ['/es/artists', '/'],
      ['/artists', '/es'],
    ]);
  });

  it('may end with a slash', () => {
    expect(englishPath('/es/')).toBe('/');
  });
});
