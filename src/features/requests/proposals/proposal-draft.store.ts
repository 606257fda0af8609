import { keysOf } from '#browser/browser-storage.ts';
import { keptDraft } from '#browser/kept-draft.ts';
import { keptProposalSchema } from './proposal.ts';

const PREFIX = 'proposal.draft.';

/** What was typed into the proposal for a lead. */
export const proposalDraft = (lead: string, storage?: Storage) =>
  keptDraft(PREFIX + lead, keptProposalSchema, storage);

/** How many proposals were typed and not sent. */
export const keptProposals = (storage: Storage): number =>
  keysOf(storage).filter((key) => key.startsWith(PREFIX)).length;
