import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paths, sameOriginPath } from './paths.ts';

describe('paths', () => {
  it('keep the token of a request behind #, where no server sees it', () => {
    expect(paths.requestBy('t0ken')).toBe('/request#t0ken');
    expect(paths.talkBy('t0ken', 'ana')).toBe('/request#t0ken&artist=ana');
  });

  it('escape what people typed', () => {
    expect(paths.artistsByStyle('Pop & Op/Art?')).toBe('/artists?style=Pop%20%26%20Op%2FArt%3F');
    expect(paths.quoteFor({ artist: 'a&b' })).toBe('/quote?artist=a%26b');
    expect(paths.registerThen('/artist/ana-luz')).toBe(
      '/auth?mode=register&redirect=%2Fartist%2Fana-luz',
    );
    expect(paths.authThen('/dashboard/client?tab=1')).toBe(
      '/auth?redirect=%2Fdashboard%2Fclient%3Ftab%3D1',
    );
  });
});

describe('sameOriginPath', () => {
  it.each(['/', '/artists?style=a#top', '/dashboard/artist/leads', '/a//b', '/%2e'])(
    'keeps %s',
    (path) => {
      expect(sameOriginPath(path)).toBe(path === '/%2e' ? '/' : path);
    },
  );

  it.each([
    null,
    undefined,
    '',
    'artists',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    ' /artists',
    // Dot segments vanish when the path is normalised, and leave `//evil.example`.
    '/..//evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e%2e//evil.example',
  ])('refuses %j', (value) => {
    expect(sameOriginPath(value)).toBeNull();
  });

  it('never gives a path that leaves the origin, whatever it is made of', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2e',
      '@',
      ':',
      '?',
      '#',
      'evil',
      '\t',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
        const path = sameOriginPath(pieces.join(''));
        if (path !== null) expect(new URL(path, 'https://here.example').host).toBe('here.example');
      }),
      { numRuns: 5000 },
    );
  });
});
