import { keptDrafts } from '#browser/kept-draft.ts';
import { keptProposalSchema } from './proposal.ts';

const PREFIX = 'proposal.draft.';

/** What was typed into proposals and not sent, by lead. */
export const proposalDrafts = keptDrafts(PREFIX, keptProposalSchema);
