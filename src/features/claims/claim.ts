import type { pageClaimSchema } from '#features/artists/page-claim.ts';
import { MESSAGES } from '#lib/errors.ts';
import { LIMITS } from '#lib/limits.ts';
import { optionalText } from '#lib/text.ts';
import { z } from '#lib/zod.ts';

/** The page of an artist, as a person who claims it sees it. */
export const claimablePageSchema = z.object({
  id: z.guid(),
  name: z.string(),
  /** Null while it is private. */
  slug: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  unclaimed: z.boolean(),
  /** The caller runs it. */
  mine: z.boolean(),
  /** The caller has said that it is theirs, and nobody has decided. */
  waiting: z.boolean(),
});
export type ClaimablePage = z.output<typeof claimablePageSchema>;

/** What a person who claims a page can tell the admins. */
export const claimFormSchema = z.object({
  note: optionalText(LIMITS.reason, MESSAGES.reason_too_long).transform((note) => note ?? ''),
});

export type PageClaim = z.output<typeof pageClaimSchema>;
