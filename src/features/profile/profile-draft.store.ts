import { keptDrafts } from '#browser/kept-draft.ts';
import {
  ARTIST_PROFILE_FIELDS,
  type ArtistProfile,
  type ArtistProfileDraft,
} from '#features/artists/artist.ts';
import { keptForm } from '#lib/kept-form.ts';

const PREFIX = 'profile.draft.';

/** What artists typed into their profile and did not save, by artist. */
export const profileDrafts = keptDrafts(
  PREFIX,
  keptForm<ArtistProfile, ArtistProfileDraft>(ARTIST_PROFILE_FIELDS),
);
