import {
  type ArtistContact,
  type OwnProfile,
  readArtistProfile,
  saveArtistProfile,
} from '#data/artists.ts';
import { serverViolation } from '#data/server-violation.ts';
import {
  ARTIST_PROFILE_FIELDS,
  type Artist,
  type ArtistProfileField,
  artistProfileSchema,
} from '#domain/artist.ts';
import { pick } from '#domain/draft.ts';
import { TOASTS } from '#domain/toasts.ts';
import { violations } from '#domain/violations.ts';
import { toast } from '#ui/toast.ts';
import { type Choices, useDraft } from '#ui/use-draft.ts';
import { useFormErrors } from '#ui/use-form-errors.ts';
import { useSubmit } from '#ui/use-submit.ts';
import { profileDraft, profileFields } from './profile-draft.ts';

/** State and saving of the profile form: rules first, then the server, whose refusals are shown in the same way. */
export function useProfileForm(
  artist: Artist,
  contact: ArtistContact,
  onArtist: (artist: Artist) => void,
) {
  const { form, errors, refuse, clear } = useFormErrors<ArtistProfileField>();
  const arrived = (profile: OwnProfile) => {
    onArtist(profile);
    return profileFields(profile);
  };
  const draft = useDraft({
    begin: () => {
      const stored = profileFields({ ...artist, ...contact });
      return { stored, draft: profileDraft(stored) };
    },
    show: profileDraft,
    check: (typed) => {
      clear();
      const parsed = artistProfileSchema.safeParse(typed);
      if (!parsed.success) refuse(violations(parsed.error, ARTIST_PROFILE_FIELDS));
      return parsed.success;
    },
    write: async (typed, changed, stored) => {
      const changes = pick(artistProfileSchema.parse(typed), changed);
      return arrived(await saveArtistProfile(artist.id, changes, pick(stored, changed)));
    },
    read: async () => arrived(await readArtistProfile(artist.id)),
  });

  const send = async () => {
    if ((await draft.save()) === 'saved') void toast.success(TOASTS.profileUpdated);
  };
  const { busy, submit } = useSubmit(send, (error) => {
    console.error(error);
    refuse([serverViolation(error, ARTIST_PROFILE_FIELDS, TOASTS.saveProfileFailed)]);
  });

  const set = (field: ArtistProfileField, value: string) => {
    draft.set(field, value);
    if (errors[field]) clear(field);
  };
  const decide = (choices: Choices<Record<ArtistProfileField, string>>) => {
    draft.decide(choices);
    void submit();
  };
  return { ...draft, form, errors, set, busy, submit, decide };
}
