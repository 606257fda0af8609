import type { Holder, TrackedRequest } from '../page/tracked-request.ts';
import { isExpired, type Proposal } from './proposal.ts';

export interface Offer {
  proposal: Proposal;
  artist: Holder;
}

/** Whether it can be declined, and accepted as long as it is valid. */
export const isOpenOffer = ({ proposal, artist }: Offer) =>
  proposal.state === 'open' && artist.state === 'proposed';

/** The proposal of an artist that can be accepted now. */
export const acceptable = ({ proposals }: TrackedRequest, artist: Holder) =>
  proposals.find(
    (proposal) =>
      proposal.artist_id === artist.id && isOpenOffer({ proposal, artist }) && !isExpired(proposal),
  );
