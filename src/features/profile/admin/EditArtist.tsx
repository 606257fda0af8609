import { useCallback } from 'react';
import { whyRefused } from '#data/why-refused.ts';
import { listArtists } from '#features/artists/admin/artists.api.ts';
import {
  ARTIST_PROFILE_FIELDS,
  type ArtistProfile,
  type ArtistProfileDraft,
  type ArtistProfileField,
  artistProfileSchema,
} from '#features/artists/artist.ts';
import { LIST_CHIPS } from '#features/artists/list-chips.ts';
import { pick } from '#lib/draft.ts';
import { LIMITS } from '#lib/limits.ts';
import { TOASTS } from '#lib/toasts.ts';
import { spokenName } from '#lib/words.ts';
import { EditDialog } from '#ui/admin-list/EditDialog.tsx';
import { EditForm, type EditView } from '#ui/admin-list/EditForm.tsx';
import { type Kept, useKept } from '#ui/admin-list/use-kept.ts';
import type { Option } from '#ui/forms/inputs.tsx';
import { useDraftForm } from '#ui/forms/use-draft-form.ts';
import { toast } from '#ui/overlays/toast.ts';
import { type OwnProfile, readArtistProfile, saveArtistProfile } from '../own-artist.api.ts';
import { profileDraft, profileFields } from '../profile-draft.ts';

interface Props {
  /** Whose form is open. */
  slug: string | null;
  onClose: () => void;
  onSaved: () => void;
}

async function read(slug: string): Promise<OwnProfile | null> {
  const query = { search: slug, filter: '', sort: 'name', desc: false, limit: 25, offset: 0 };
  const found = (await listArtists(query)).rows.find((artist) => artist.slug === slug);
  return found ? readArtistProfile(found.id) : null;
}

/** An artist's profile in the hands of an admin: what an owner's form has, and nothing of its pictures. */
export function EditArtist({ slug, onClose, onSaved }: Props) {
  const load = useCallback(async () => (slug ? read(slug) : null), [slug]);
  const kept = useKept(profileDraft);
  return (
    <EditDialog slug={slug} what="Artist" load={load} onClose={onClose}>
      {(artist) => <Form artist={artist} kept={kept} onClose={onClose} onSaved={onSaved} />}
    </EditDialog>
  );
}

const HINTS: Partial<Record<ArtistProfileField, string>> = {
  email: 'Never shown on the public page.',
  phone: 'Never shown on the public page.',
  travel_miles: 'From the city to a wall.',
  minimum_price: 'Whole dollars for the smallest wall.',
  insured: 'Shown as the artist’s own statement.',
  social_links: `At most ${LIMITS.socialLinks}, separated by commas.`,
};
const OPTIONS: Partial<Record<ArtistProfileField, readonly Option[]>> = {
  insured: [
    { value: 'false', label: 'No' },
    { value: 'true', label: 'Yes' },
  ],
};
const viewOf = (name: ArtistProfileField): EditView<ArtistProfileField> => ({
  name,
  label: spokenName(name),
  hint: HINTS[name],
  required: name === 'name' || name === 'insured',
  ...(OPTIONS[name] && { options: OPTIONS[name] }),
  ...(name in LIST_CHIPS && { chips: LIST_CHIPS[name as keyof typeof LIST_CHIPS] }),
  ...(name === 'bio' && { limit: LIMITS.bio, rows: 6 }),
});

interface FormProps extends Omit<Props, 'slug'> {
  artist: OwnProfile;
  kept: Kept<ArtistProfile, ArtistProfileDraft>;
}

function Form({ artist, kept, onClose, onSaved }: FormProps) {
  const { close, ...begun } = kept(artist.id, profileFields(artist), onClose);
  const form = useDraftForm({
    ...begun,
    schema: artistProfileSchema,
    fields: ARTIST_PROFILE_FIELDS,
    write: async (typed, changed, stored) => {
      const changes = pick(artistProfileSchema.parse(typed), changed);
      return profileFields(await saveArtistProfile(artist.id, changes, pick(stored, changed)));
    },
    read: async () => profileFields(await readArtistProfile(artist.id)),
    onSaved: (hasUnsaved) => {
      void toast.success(TOASTS.profileUpdated);
      onSaved();
      if (!hasUnsaved) close();
    },
    explain: whyRefused(TOASTS.saveProfileFailed),
  });
  return <EditForm form={form} views={ARTIST_PROFILE_FIELDS.map(viewOf)} onCancel={close} />;
}
