import { keptDrafts } from '#browser/kept-draft.ts';
import { keptProfileSchema } from './profile-draft.ts';

const PREFIX = 'profile.draft.';

/** What artists typed into their profile and did not save, by artist. */
export const profileDrafts = keptDrafts(PREFIX, keptProfileSchema);
