import { describe, expect, it } from 'vitest';
import { FOOTER_CITIES, HERO_STATS, NAV_LINKS } from './site.ts';

describe('site texts of section 2', () => {
  it('has the navigation bar’s links in order', () => {
    expect(NAV_LINKS.map(({ href, label }) => `${href} ${label}`)).toEqual([
      '/ Home',
      '/artists Artists',
      '/murals Murals',
      '/service-areas Cities',
      '/quote Get a Quote',
      '/join Join as Artist',
    ]);
  });

  it('has the footer’s cities', () => {
    expect(FOOTER_CITIES.map(({ href }) => href)).toEqual([
      '/mural-artists/san-antonio-tx',
      '/mural-artists/austin-tx',
      '/mural-artists/new-braunfels-tx',
      '/mural-artists/seguin-tx',
    ]);
  });

  it('has the static hero figures', () => {
    expect(HERO_STATS.map(({ value }) => value)).toEqual(['50+', '200+', '5★']);
  });
});
