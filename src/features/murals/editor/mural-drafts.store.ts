import { keptDrafts } from '#browser/kept-draft.ts';
import { keptForm } from '#lib/kept-form.ts';
import { MURAL_FIELDS, type MuralDraft, type MuralForm } from '../mural-form.ts';

const PREFIX = 'mural.draft.';

/** What artists typed into their murals and is not saved yet, by mural. */
export const muralDrafts = keptDrafts(PREFIX, keptForm<MuralForm, MuralDraft>(MURAL_FIELDS));
