import type { Artist } from '#domain/artist.ts';

/** What is still missing from a profile that people would hire, in the order of its worth. */
export function missingPieces(artist: Artist): string[] {
  return [
    !artist.profile_photo && 'a profile photo',
    artist.portfolio_images.length < 3 && 'at least three portfolio images',
    !artist.bio && 'a few sentences about you',
    !artist.city_slug && 'your city and state',
    artist.styles.length === 0 && 'your styles',
  ].filter((piece) => piece !== false);
}
