import { keysOf } from '#browser/browser-storage.ts';
import { keptDraft } from '#browser/kept-draft.ts';
import { keptSetupSchema } from '../setup-form.ts';

const PREFIX = 'setup.draft.';

/** What an artist typed into the setup and is not saved yet. */
export const setupDraftOf = (artist: string) => keptDraft(PREFIX + artist, keptSetupSchema);

/** How many artists' setups hold something that is not saved yet. */
export const keptSetups = (storage: Storage): number =>
  keysOf(storage).filter((key) => key.startsWith(PREFIX)).length;
