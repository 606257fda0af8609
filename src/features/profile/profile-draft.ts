import {
  ARTIST_PROFILE_FIELDS,
  type ArtistProfile,
  type ArtistProfileDraft,
  typedTexts,
} from '#features/artists/artist.ts';
import { pick } from '#lib/draft.ts';

/** The fields of the profile form as they are stored. */
export function profileFields(profile: ArtistProfile): ArtistProfile {
  return pick(profile, ARTIST_PROFILE_FIELDS);
}

/** What the form shows for a stored profile: every value as the text a person would type. */
export function profileDraft(profile: ArtistProfile): ArtistProfileDraft {
  return typedTexts(profile, ARTIST_PROFILE_FIELDS);
}
