import { toAppError } from '#data/app-error.ts';
import { whyRefused } from '#data/why-refused.ts';
import type { Artist } from '#features/artists/artist.ts';
import { pick } from '#lib/draft.ts';
import { TOASTS } from '#lib/toasts.ts';
import { violations } from '#lib/violations.ts';
import { useAutosave } from '#ui/forms/use-autosave.ts';
import { type Choices, useDraft } from '#ui/forms/use-draft.ts';
import { useFormErrors } from '#ui/forms/use-form-errors.ts';
import { type OwnProfile, saveArtistProfile } from '../own-artist.api.ts';
import {
  SETUP_FIELDS,
  type SetupDraft,
  type SetupField,
  setupDraft,
  setupFields,
  setupFormSchema,
} from '../setup-form.ts';
import { setupDrafts } from './setup-draft.store.ts';

/**
 * Name, city and styles, which save themselves. What no connection takes is kept in this browser, and saved when the
 * setup is open again.
 */
export function useSetupForm(artist: Artist, onArtist: (artist: Artist) => void) {
  const { form: element, errors, refuse, clear } = useFormErrors<SetupField>();
  const arrived = (profile: OwnProfile) => {
    onArtist(profile);
    return setupFields(profile);
  };
  const broken = (draft: SetupDraft) => {
    const parsed = setupFormSchema.safeParse(draft);
    return parsed.success ? [] : violations(parsed.error, SETUP_FIELDS);
  };
  const form = useDraft({
    begin: () => {
      const stored = setupFields(artist);
      return { stored, draft: setupDraft(stored) };
    },
    show: setupDraft,
    // In silence: the artist may still be typing. `isValid` says it.
    check: (draft) => broken(draft).length === 0,
    write: async (draft, changed, stored) => {
      const changes = pick(setupFormSchema.parse(draft), changed);
      return arrived(await saveArtistProfile(artist.id, changes, pick(stored, changed)));
    },
    read: async () => arrived(await saveArtistProfile(artist.id)),
    kept: () => setupDrafts.of(artist.id),
  });
  const { state, touch, flush } = useAutosave(form, {
    refused: (error) => {
      console.error(error);
      if (!toAppError(error).definite) return false;
      refuse([whyRefused(TOASTS.saveProfileFailed)(error, SETUP_FIELDS)]);
      return true;
    },
    // Visitors are not shown half a name.
    byPress: artist.public_visible,
  });

  const set = <F extends SetupField>(field: F, value: SetupDraft[F]) => {
    if (errors[field]) clear(field);
    touch();
    form.set(field, value);
  };
  const decide = (choices: Choices<SetupDraft>) => {
    form.decide(choices);
    touch();
  };
  /** Whether the form keeps its rules; shows where it does not. */
  const isValid = () => {
    const all = broken(form.draft);
    refuse(all);
    return all.length === 0;
  };
  return { ...form, element, errors, state, set, decide, flush, isValid };
}
