import { suggestionSchema } from '#features/artists/admin/artist-choice.ts';
import { z } from '#lib/zod.ts';
import { adminLeadSchema } from './admin-lead.ts';
import { leadNoteSchema } from './notes.ts';

/** One request with what an admin needs to decide about it. */
export const openedLeadSchema = z.object({
  lead: adminLeadSchema,
  /** What was last done in its jobs. */
  history: z.array(
    z.object({
      artist_id: z.guid(),
      at: z.string(),
      actor: z.enum(['client', 'artist', 'admin', 'system']),
      event: z.string(),
      version: z.number().nullable(),
      amount: z.number().nullable(),
    }),
  ),
  suggestions: z.array(suggestionSchema),
  notes: z.array(leadNoteSchema),
  /** Other requests with the same address or account; `mergeable` where one person has proven to have sent both. */
  doubles: z.array(adminLeadSchema.extend({ mergeable: z.boolean() })),
});
export type OpenedLead = z.output<typeof openedLeadSchema>;
