import { z } from '#lib/zod.ts';

export const adminUserSchema = z.object({
  user_id: z.guid(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  role: z.string(),
  created_at: z.string(),
  /** How many leads they have sent. */
  lead_count: z.number().int(),
});
export type AdminUser = z.output<typeof adminUserSchema>;
