import { describe, expect, it } from 'vitest';
import { aMural, anArtist, aPicture, aReview } from '#tests/support/directory-rows.ts';
import { artistProfile, reviewedArtist, visualArtwork } from './structured-data.ts';

const absolute = (path: string) => `https://muro.test${path}`;

describe('structured data', () => {
  it('describes an artist without what is empty', () => {
    const artist = anArtist(1, {
      state: 'Texas',
      created_at: '2026-01-01T12:00:00Z',
    });
    expect(artistProfile(artist, [null, aPicture('a')], absolute)).toEqual({
      '@type': 'ProfilePage',
      url: 'https://muro.test/artist/artist-1',
      dateCreated: '2026-01-01',
      mainEntity: {
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
      },
    });
  });

  it('names the insurance of an artist where an admin has checked it', () => {
    const of = (insured_to: string | null) =>
      artistProfile(anArtist(1, { insured: true, insured_to }), [], absolute).mainEntity;
    expect(of(null)).not.toHaveProperty('hasCertification');
    expect(of('2027-03-15')).toMatchObject({
      hasCertification: {
        '@type': 'Certification',
        name: 'Liability insurance',
        expires: '2027-03-15',
      },
    });
  });

  it('claims a rating only where clients of this site gave it, and names no author who is not named', () => {
    const imported = anArtist(1, { average_rating: 4.9 });
    expect(reviewedArtist(imported, [], [], absolute)).toEqual([]);
    const rated = anArtist(1, { average_rating: 4.5, review_count: 12 });
    const reviews = [aReview(1), aReview(2, { author_name: null })];
    const [found] = reviewedArtist(rated, reviews, [], absolute);
    expect(found).toMatchObject({
      '@type': 'LocalBusiness',
      aggregateRating: { ratingValue: 4.5, reviewCount: 12 },
      review: [{ author: { name: 'Ana' }, datePublished: '2026-01-01' }],
    });
  });

  it('describes a mural with its creator and its place', () => {
    const mural = aMural(1, { medium: 'Acrylic', date_completed: '2025-10-04' });
    expect(
      visualArtwork(mural, anArtist(2), { pictures: [], preview: null }, absolute),
    ).toMatchObject({
      '@type': 'VisualArtwork',
      artMedium: 'Acrylic',
      dateCreated: '2025-10-04',
      creator: { '@type': 'Person', url: 'https://muro.test/artist/artist-2' },
      locationCreated: { '@type': 'Place', name: 'San Antonio' },
    });
    expect(
      visualArtwork(mural, null, { pictures: [], preview: null }, absolute),
    ).not.toHaveProperty('creator');
  });
});
