import { z } from '#lib/zod.ts';

export const adminUserSchema = z.object({
  user_id: z.guid(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  role: z.string(),
  created_at: z.string(),
});
export type AdminUser = z.output<typeof adminUserSchema>;
export const adminClientSchema = z.object({
  user_id: z.guid(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  created_at: z.string(),
  lead_count: z.number().int(),
});
export type AdminClient = z.output<typeof adminClientSchema>;
