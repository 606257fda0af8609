import { describe, expect, it } from 'vitest';
import { anArtist, directoryOf } from '#tests/support/directory-rows.ts';
import { namedStyles, styleSlugs } from './city-styles.ts';

const artists = [
  anArtist(1, { city_slug: 'boerne-tx', city: 'Boerne', styles: ['Chicano Art', 'nature'] }),
  anArtist(2, { city_slug: 'boerne-tx', city: 'Boerne', styles: ['Chicano-Art', '壁画'] }),
  anArtist(3, { city_slug: 'austin-tx', city: 'Austin', styles: ['Nature'] }),
  anArtist(4, { city_slug: null, city: null, styles: ['Nature'] }),
];
const directory = directoryOf({ artists });

describe('styles of a city', () => {
  it('have one address for spellings that differ in signs only, and none without Latin letters', () => {
    expect(styleSlugs(artists)).toEqual(['chicano-art', 'nature']);
    expect(styleSlugs([{ styles: ['壁画', '', 'Other'] }])).toEqual([]);
  });

  it('are named by the first of the styles on offer, and left out when none is', () => {
    expect(namedStyles(['chicano-art', 'unknown'], directory.styleLabels())).toEqual([
      { slug: 'chicano-art', label: 'Chicano Art' },
    ]);
  });

  it('are listed by city; an artist without one has no page there', () => {
    expect(directory.cityStyles()).toEqual([
      { city: 'austin-tx', style: 'nature', artists: 1 },
      { city: 'boerne-tx', style: 'chicano-art', artists: 2 },
      { city: 'boerne-tx', style: 'nature', artists: 1 },
    ]);
    expect(directory.cityStyles('austin-tx')).toHaveLength(1);
    expect(directory.cityStyles('austin')).toEqual([]);
  });

  it('count an artist once who spells a style in two ways', () => {
    const twice = anArtist(5, { city_slug: 'austin-tx', styles: ['Pop Art', 'pop-art'] });
    expect(directoryOf({ artists: [twice] }).cityStyles()).toEqual([
      { city: 'austin-tx', style: 'pop-art', artists: 1 },
    ]);
  });

  it('have a page with their artists, and no other style has one', () => {
    const page = directory.cityStylePage('boerne-tx', 'chicano-art');
    expect(page).toMatchObject({ total: 2, style: { label: 'Chicano Art' } });
    expect(page?.otherStyles).toEqual([{ slug: 'nature', label: 'Nature' }]);
    expect(page?.artists.map((artist) => artist.id).sort()).toEqual(
      [artists[0]?.id, artists[1]?.id].sort(),
    );
    expect(directory.cityStylePage('austin-tx', 'chicano-art')).toBeNull();
    expect(directory.cityStylePage('waco-tx', 'nature')).toBeNull();
    expect(directory.cityPage('austin-tx')?.styles).toEqual([{ slug: 'nature', label: 'Nature' }]);
  });
});
