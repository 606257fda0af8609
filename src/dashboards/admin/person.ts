import { adminUserSchema } from '#features/accounts/admin/admin-user.ts';
import { adminArtistCardSchema } from '#features/artists/admin/artist-choice.ts';
import { adminLeadSchema } from '#features/leads/admin/admin-lead.ts';
import { adminMailSchema } from '#features/notifications/admin/admin-mail.ts';
import { PAPER_STATES } from '#features/papers/paper.ts';
import { z } from '#lib/zod.ts';

/** One person as an admin sees them, with the newest leads and emails. */
export const adminPersonSchema = adminUserSchema.omit({ lead_count: true }).extend({
  locale: z.enum(['en', 'es']),
  last_sign_in_at: z.string().nullable(),
  /** Their page, if they are an artist with one. */
  artist: adminArtistCardSchema.nullable(),
  /** What they received and do as an artist. */
  work: z
    .object({
      received: z.number(),
      leads: z.array(adminLeadSchema),
      reviews: z.number(),
      rating: z.number().nullable(),
      papers: z.object({ state: z.enum(PAPER_STATES), ends_on: z.string() }).nullable(),
    })
    .nullable(),
  leads: z.array(adminLeadSchema),
  mails: z.array(adminMailSchema),
});
export type AdminPerson = z.output<typeof adminPersonSchema>;
