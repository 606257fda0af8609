import {
  ARTIST_PROFILE_FIELDS,
  type ArtistProfile,
  type ArtistProfileDraft,
  type ArtistProfileField,
} from '#features/artists/artist.ts';
import { type DraftState, pick } from '#lib/draft.ts';
import { z } from '#lib/zod.ts';

/** The fields of the profile form as they are stored. */
export function profileFields(profile: ArtistProfile): ArtistProfile {
  return pick(profile, ARTIST_PROFILE_FIELDS);
}

/** What the form shows for a stored profile: every value as the text a person would type. */
export function profileDraft(profile: ArtistProfile): ArtistProfileDraft {
  const typed = (value: ArtistProfile[ArtistProfileField]) =>
    Array.isArray(value) ? value.join(', ') : String(value ?? '');
  return Object.fromEntries(
    ARTIST_PROFILE_FIELDS.map((field) => [field, typed(profile[field])]),
  ) as ArtistProfileDraft;
}

/** What was typed and not saved yet, with what it was typed against. */
export const keptProfileSchema = z.custom<DraftState<ArtistProfile, ArtistProfileDraft>>((kept) => {
  const { stored, draft } = (kept ?? {}) as Partial<DraftState<object, object>>;
  return ARTIST_PROFILE_FIELDS.every(
    (field) =>
      stored && Object.hasOwn(stored, field) && typeof Reflect.get(draft ?? {}, field) === 'string',
  );
});
