import type { Known } from '#features/agreements/agreement.ts';
import { optionLabel, wordFor } from '#lib/options.ts';
import type { Lead } from './lead.ts';
import type { ShownDetails } from './lead-details.ts';
import { acceptedTerms, type Proposal } from './proposals/proposal.ts';
import { wallSize } from './wall-size.ts';

/** What an agreement begins with: the accepted proposal and what the request says of its wall; null without a proposal. */
export function agreementBasis(
  artist: string,
  lead: Lead,
  details: ShownDetails | null,
  proposals: readonly Proposal[],
): Known | null {
  const accepted = proposals.find(({ state }) => state === 'accepted');
  if (!accepted) return null;
  const wall = [
    lead.surface_type && lead.surface_type !== 'other' && optionLabel(lead.surface_type),
    wallSize(lead.mural_size, details),
    details?.place && wordFor(details.place).toLowerCase(),
    lead.city,
  ].filter(Boolean);
  return {
    artist,
    client: lead.name,
    wall: wall.join(', '),
    ...acceptedTerms(accepted),
  };
}
