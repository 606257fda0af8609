import type { ArtistContact } from '#data/artists.ts';
import type { Artist, ArtistProfileDraft } from '#domain/artist.ts';

/** What the form shows for a stored profile: every value as the text a person would type. */
export function profileDraft(artist: Artist, contact: ArtistContact): ArtistProfileDraft {
  return {
    name: artist.name,
    email: contact.email ?? '',
    phone: contact.phone ?? '',
    city: artist.city ?? '',
    state: artist.state ?? '',
    bio: artist.bio ?? '',
    years_experience: artist.years_experience?.toString() ?? '',
    styles: artist.styles.join(', '),
    mediums: artist.mediums.join(', '),
    surfaces: artist.surfaces.join(', '),
  };
}

/** Whether anything differs from what is stored. */
export function isChanged(draft: ArtistProfileDraft, stored: ArtistProfileDraft): boolean {
  return Object.entries(stored).some(
    ([field, value]) => draft[field as keyof ArtistProfileDraft] !== value,
  );
}

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
