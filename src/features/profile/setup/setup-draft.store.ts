import { keptDrafts } from '#browser/kept-draft.ts';
import { keptForm } from '#lib/kept-form.ts';
import { SETUP_FIELDS, type SetupDraft, type SetupForm } from '../setup-form.ts';

const PREFIX = 'setup.draft.';

/** What artists typed into the setup and is not saved yet, by artist. */
export const setupDrafts = keptDrafts(PREFIX, keptForm<SetupForm, SetupDraft>(SETUP_FIELDS));
