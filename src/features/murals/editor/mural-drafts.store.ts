import { keptDrafts } from '#browser/kept-draft.ts';
import { keptMuralSchema } from '../mural-form.ts';

const PREFIX = 'mural.draft.';

/** What artists typed into their murals and is not saved yet, by mural. */
export const muralDrafts = keptDrafts(PREFIX, keptMuralSchema);
