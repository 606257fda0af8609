import { whyRefused } from '#data/why-refused.ts';
import {
  type Artist,
  type ArtistProfileField,
  artistProfileSchema,
} from '#features/artists/artist.ts';
import { pick } from '#lib/draft.ts';
import { TOASTS } from '#lib/toasts.ts';
import { useDraftForm } from '#ui/forms/use-draft-form.ts';
import { toast } from '#ui/overlays/toast.ts';
import { type ArtistContact, type OwnProfile, saveArtistProfile } from './own-artist.api.ts';
import { profileDrafts } from './profile-draft.store.ts';
import { profileDraft, profileFields } from './profile-draft.ts';

/** State and saving of the profile form: rules first, then the server, whose refusals are shown in the same way. */
export function useProfileForm(
  artist: Artist,
  contact: ArtistContact,
  onArtist: (artist: Artist) => void,
  /** In the order in which they are shown. */
  fields: readonly ArtistProfileField[],
) {
  const arrived = (profile: OwnProfile) => {
    onArtist(profile);
    return profileFields(profile);
  };
  const { clear, ...form } = useDraftForm({
    kept: () => profileDrafts.of(artist.id),
    begin: () => {
      const stored = profileFields({ ...artist, ...contact });
      return { stored, draft: profileDraft(stored) };
    },
    show: profileDraft,
    schema: artistProfileSchema,
    fields,
    write: async (typed, changed, stored) => {
      const changes = pick(artistProfileSchema.parse(typed), changed);
      return arrived(await saveArtistProfile(artist.id, changes, pick(stored, changed)));
    },
    read: async () => arrived(await saveArtistProfile(artist.id)),
    onSaved: () => void toast.success(TOASTS.profileUpdated),
    explain: whyRefused(TOASTS.saveProfileFailed),
  });
  const set = (field: ArtistProfileField, value: string) => {
    form.set(field, value);
    if (form.errors[field]) clear(field);
  };
  return { ...form, set };
}
