import { keptDrafts } from '#browser/kept-draft.ts';
import { keptSetupSchema } from '../setup-form.ts';

const PREFIX = 'setup.draft.';

/** What artists typed into the setup and is not saved yet, by artist. */
export const setupDrafts = keptDrafts(PREFIX, keptSetupSchema);
