import { describe, expect, it } from 'vitest';
import { aMural, anArtist, aPicture } from '#tests/support/directory-rows.ts';
import {
  artistList,
  artistPerson,
  breadcrumbs,
  visualArtwork,
  webSite,
} from './structured-data.ts';

const absolute = (path: string) => `https://muro.test${path}`;

describe('structured data', () => {
  it('describes an artist without what is empty, and claims no reviews', () => {
    const person = artistPerson(anArtist(1, { state: 'Texas' }), [null, aPicture('a')], absolute);
    expect(person).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Person',
      '@id': 'https://muro.test/artist/artist-1#artist',
      name: 'Artist 1',
      url: 'https://muro.test/artist/artist-1',
      jobTitle: 'Mural artist',
      address: {
        '@type': 'PostalAddress',
        addressLocality: 'San Antonio',
        addressRegion: 'TX',
        addressCountry: 'US',
      },
      image: ['https://muro.test/media/a-640.jpg'],
    });
  });

  it('describes a mural with its creator and its place', () => {
    const mural = aMural(1, { medium: 'Acrylic', date_completed: '2025-10-04' });
    expect(visualArtwork(mural, anArtist(2), [], absolute)).toMatchObject({
      '@type': 'VisualArtwork',
      artMedium: 'Acrylic',
      dateCreated: '2025-10-04',
      creator: { '@type': 'Person', url: 'https://muro.test/artist/artist-2' },
      locationCreated: { '@type': 'Place', name: 'San Antonio' },
    });
    expect(visualArtwork(mural, null, [], absolute)).not.toHaveProperty('creator');
  });

  it('numbers lists and trails from 1', () => {
    const trail = breadcrumbs([{ href: '/', label: 'Home' }], absolute);
    expect(trail.itemListElement).toEqual([
      { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://muro.test/' },
    ]);
    expect(artistList([anArtist(1), anArtist(2)], absolute).itemListElement).toMatchObject([
      { position: 1, name: 'Artist 1' },
      { position: 2, url: 'https://muro.test/artist/artist-2' },
    ]);
  });

  it('offers the search of the artist list', () => {
    expect(JSON.stringify(webSite(absolute))).toContain(
      '"urlTemplate":"https://muro.test/artists?q={search_term_string}"',
    );
  });
});
