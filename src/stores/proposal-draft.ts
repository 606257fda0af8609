import { type KeptProposal, keptProposalSchema } from '#domain/proposal.ts';
import { keysOf, usableStorage } from './browser-storage.ts';
import { lastSignOut } from './personal.ts';

const DRAFT_PREFIX = 'proposal.draft.';
const TTL_MS = 30 * 24 * 3600 * 1000;

export type ProposalInHand = Pick<KeptProposal, 'draft' | 'key'>;

/** What was typed into the proposal for a lead and not sent yet, kept in this browser for a month. */
export function proposalDraft(lead: string, storage: Storage = usableStorage('localStorage')) {
  const item = DRAFT_PREFIX + lead;
  return {
    load(now = Date.now()): ProposalInHand | null {
      const kept = keptProposalSchema.safeParse(parse(storage.getItem(item)));
      if (kept.success && kept.data.left === lastSignOut() && now - kept.data.at <= TTL_MS)
        return { draft: kept.data.draft, key: kept.data.key };
      storage.removeItem(item);
      return null;
    },
    save: (kept: ProposalInHand, now = Date.now()) =>
      storage.setItem(item, JSON.stringify({ ...kept, at: now, left: lastSignOut() })),
    erase: () => storage.removeItem(item),
  };
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/** How many proposals were typed and not sent. */
export const keptProposals = (storage: Storage): number =>
  keysOf(storage).filter((key) => key.startsWith(DRAFT_PREFIX)).length;
