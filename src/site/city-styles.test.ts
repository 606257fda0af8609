import { describe, expect, it } from 'vitest';
import { aFacet, anArtist } from '#tests/support/directory-rows.ts';
import { cityStylePairs, hasStyle, isIndexed, namedStyles, styleSlugs } from './city-styles.ts';
import { snapshotOf } from './snapshot.ts';

const artists = [
  anArtist(1, { city_slug: 'boerne-tx', city: 'Boerne', styles: ['Chicano Art', 'nature'] }),
  anArtist(2, { city_slug: 'boerne-tx', city: 'Boerne', styles: ['Chicano-Art', '壁画'] }),
  anArtist(3, { city_slug: 'austin-tx', city: 'Austin', styles: ['Nature'] }),
  anArtist(4, { city_slug: null, city: null, styles: ['Nature'] }),
];
const facets = [
  aFacet('style', 'Chicano Art'),
  aFacet('style', 'Chicano-Art', 5),
  aFacet('style', 'Nature', 3),
  aFacet('city', 'Boerne', 2, 'boerne-tx'),
  aFacet('city', 'Austin', 1, 'austin-tx'),
];

describe('styles of a city', () => {
  it('have one address for spellings that differ in signs only, and none without Latin letters', () => {
    expect(styleSlugs(artists)).toEqual(['chicano-art', 'nature']);
    expect(styleSlugs([{ styles: ['壁画', '', 'Other'] }])).toEqual([]);
    expect(hasStyle({ styles: ['Chicano-Art'] }, 'chicano-art')).toBe(true);
    expect(hasStyle({ styles: ['Nature'] }, 'natur')).toBe(false);
  });

  it('are named by the first of the styles on offer, and left out when none is', () => {
    expect(namedStyles(['chicano-art', 'unknown'], facets)).toEqual([
      { slug: 'chicano-art', label: 'Chicano Art' },
    ]);
  });

  it('are listed by city; an artist without one has no page there', () => {
    expect(cityStylePairs(artists)).toEqual([
      { city: 'boerne-tx', style: 'chicano-art', artists: 2 },
      { city: 'boerne-tx', style: 'nature', artists: 1 },
      { city: 'austin-tx', style: 'nature', artists: 1 },
    ]);
  });

  it('count an artist once who spells a style in two ways', () => {
    const twice = anArtist(5, { city_slug: 'austin-tx', styles: ['Pop Art', 'pop-art'] });
    expect(cityStylePairs([twice])).toEqual([{ city: 'austin-tx', style: 'pop-art', artists: 1 }]);
  });

  it('are kept by search engines from three artists on', () => {
    expect([0, 1, 2, 3, 4].map(isIndexed)).toEqual([false, false, false, true, true]);
  });

  it('have a page with their artists, and no other style has one', async () => {
    const catalog = snapshotOf({ artists, murals: [], cities: [], facets });
    const page = await catalog.cityStylePage('boerne-tx', 'chicano-art');
    expect(page).toMatchObject({ total: 2, style: { label: 'Chicano Art' } });
    expect(page?.otherStyles).toEqual([{ slug: 'nature', label: 'Nature' }]);
    expect(page?.artists.map((artist) => artist.id).sort()).toEqual(
      [artists[0]?.id, artists[1]?.id].sort(),
    );
    expect(await catalog.cityStylePage('austin-tx', 'chicano-art')).toBeNull();
    expect(await catalog.cityStylePage('waco-tx', 'nature')).toBeNull();
    expect((await catalog.cityPage('austin-tx'))?.styles).toEqual([
      { slug: 'nature', label: 'Nature' },
    ]);
  });
});
