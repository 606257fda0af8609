import { whyRefused } from '#data/why-refused.ts';
import { listArtists } from '#features/artists/admin/artists.api.ts';
import {
  ARTIST_PROFILE_FIELDS,
  type ArtistProfile,
  type ArtistProfileField,
  artistProfileSchema,
} from '#features/artists/artist.ts';
import { LIST_CHIPS } from '#features/artists/list-chips.ts';
import { LIMITS } from '#lib/limits.ts';
import { TOASTS } from '#lib/toasts.ts';
import { spokenName } from '#lib/words.ts';
import { EditDialog, type Edited, type EditView } from '#ui/admin-list/EditDialog.tsx';
import type { Option } from '#ui/forms/inputs.tsx';
import { saveArtistProfile } from '../own-artist.api.ts';
import { profileDraft, profileFields } from '../profile-draft.ts';

const OPTIONS: Partial<Record<ArtistProfileField, readonly Option[]>> = {
  insured: [
    { value: 'false', label: 'No' },
    { value: 'true', label: 'Yes' },
  ],
};
const viewOf = (name: ArtistProfileField): EditView<ArtistProfileField> => ({
  name,
  label: spokenName(name),
  required: name === 'name' || name === 'insured',
  ...(OPTIONS[name] && { options: OPTIONS[name] }),
  ...(name in LIST_CHIPS && { chips: LIST_CHIPS[name as keyof typeof LIST_CHIPS] }),
  ...(name === 'bio' && { limit: LIMITS.bio, rows: 6 }),
  ...(name === 'social_links' && { hint: `At most ${LIMITS.socialLinks}, separated by commas.` }),
});

/** An artist's profile in the hands of an admin: what an owner's form has, and nothing of its pictures. */
const ARTISTS: Edited<ArtistProfile> = {
  what: 'Artist',
  list: listArtists,
  save: async (...changes) => profileFields(await saveArtistProfile(...changes)),
  show: profileDraft,
  schema: artistProfileSchema,
  views: ARTIST_PROFILE_FIELDS.map(viewOf),
  done: TOASTS.profileUpdated,
  explain: whyRefused(TOASTS.saveProfileFailed),
};

interface Props {
  /** Whose form is open. */
  slug: string | null;
  onClose: () => void;
  onSaved: () => void;
}

export const EditArtist = (props: Props) => <EditDialog of={ARTISTS} {...props} />;
