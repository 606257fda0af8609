import { useState } from 'react';
import { type ArtistContact, saveArtistProfile } from '#data/artists.ts';
import { serverViolation } from '#data/server-violation.ts';
import {
  ARTIST_PROFILE_FIELDS,
  type Artist,
  type ArtistProfileField,
  artistProfileSchema,
} from '#domain/artist.ts';
import { TOASTS } from '#domain/toasts.ts';
import { violations } from '#domain/violations.ts';
import { toast } from '#ui/toast.ts';
import { useFormErrors } from '#ui/use-form-errors.ts';
import { useSubmit } from '#ui/use-submit.ts';
import { isChanged, profileDraft } from './profile-draft.ts';

/** State and saving of the profile form: rules first, then the server, whose refusals are shown in the same way. */
export function useProfileForm(
  artist: Artist,
  contact: ArtistContact,
  onArtist: (artist: Artist) => void,
) {
  const [stored, setStored] = useState(() => profileDraft(artist, contact));
  const [draft, setDraft] = useState(stored);
  const { form, errors, refuse, clear } = useFormErrors<ArtistProfileField>();

  const send = async () => {
    clear();
    const parsed = artistProfileSchema.safeParse(draft);
    if (!parsed.success) return refuse(violations(parsed.error, ARTIST_PROFILE_FIELDS));
    const saved = await saveArtistProfile(artist.id, parsed.data);
    const next = profileDraft(saved, { email: parsed.data.email, phone: parsed.data.phone });
    setStored(next);
    setDraft(next);
    onArtist(saved);
    void toast.success(TOASTS.profileUpdated);
  };
  const { busy, submit } = useSubmit(send, (error) => {
    console.error(error);
    refuse([serverViolation(error, ARTIST_PROFILE_FIELDS, TOASTS.saveProfileFailed)]);
  });

  const set = (field: ArtistProfileField, value: string) => {
    setDraft((now) => ({ ...now, [field]: value }));
    if (errors[field]) clear(field);
  };
  return { form, draft, errors, set, busy, submit, unsaved: isChanged(draft, stored) };
}
