import { ask, call } from '#data/rpc.ts';
import { z } from '#lib/zod.ts';
import { claimablePageSchema } from './claim.ts';

/** A page that may be taken over, by its slug or by the token of a mail; null for none. Throws an AppError. */
export const claimablePage = (by: { slug: string | null; token: string | null }) =>
  ask(claimablePageSchema.nullable(), 'claimable_page', {
    p_slug: by.slug,
    p_token: by.token,
  });

/** Takes over the page of a token; again is no error. Throws an AppError. */
export const confirmClaim = (token: string) => call('confirm_claim', { p_token: token });

/** Removes the unclaimed page of a token for good. Throws an AppError. */
export const removeUnclaimedPage = (token: string) =>
  call('delete_unclaimed_page', { p_token: token });

/** Says that a page is the caller's. Throws an AppError. */
export const claimArtist = (artistId: string, note: string) =>
  call('claim_artist', { p_artist: artistId, p_note: note });

/** Hands a page over to who claims it, or does not. Throws an AppError. */
export const decideClaim = (claimId: string, accept: boolean) =>
  call('decide_claim', { p_claim: claimId, p_accept: accept });

/** Invites whom an unclaimed page is about. Throws an AppError, `address_missing` where nobody can be written to. */
export const inviteArtist = (artistId: string) => call('invite_artist', { p_artist: artistId });

const invitedSchema = z.object({ invited: z.number().int() });

/**
 * Invites those of these artists whose page is unclaimed, or without ids everybody with a public one who was not invited
 * yet; gives how many. Throws an AppError.
 */
export async function inviteNewArtists(ids?: readonly string[]): Promise<number> {
  const args = ids ? { p_artists: [...ids] } : {};
  return (await ask(invitedSchema, 'invite_new_artists', args)).invited;
}
