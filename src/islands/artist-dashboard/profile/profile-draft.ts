import type { ArtistContact } from '#data/artists.ts';
import {
  ARTIST_PROFILE_FIELDS,
  type Artist,
  type ArtistProfile,
  type ArtistProfileDraft,
  type ArtistProfileField,
} from '#domain/artist.ts';
import { pick } from '#domain/draft.ts';

/** The fields of the form as they are stored. */
export function profileFields(artist: Artist & ArtistContact): ArtistProfile {
  return pick(artist, ARTIST_PROFILE_FIELDS);
}

/** What the form shows for a stored profile: every value as the text a person would type. */
export function profileDraft(profile: ArtistProfile): ArtistProfileDraft {
  const typed = (value: ArtistProfile[ArtistProfileField]) =>
    Array.isArray(value) ? value.join(', ') : String(value ?? '');
  return Object.fromEntries(
    ARTIST_PROFILE_FIELDS.map((field) => [field, typed(profile[field])]),
  ) as ArtistProfileDraft;
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
