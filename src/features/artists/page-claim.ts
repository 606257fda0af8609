import { z } from '#lib/zod.ts';

/** Who says that a page is theirs, as admins see it. */
export const pageClaimSchema = z.object({
  id: z.guid(),
  email: z.string().nullable(),
  note: z.string().nullable(),
  created_at: z.string(),
});
