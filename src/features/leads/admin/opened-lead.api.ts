import { ask } from '#data/rpc.ts';
import { type Suggestion, suggestionSchema } from '#features/artists/admin/artist-choice.ts';
import { z } from '#lib/zod.ts';
import { type OpenedLead, openedLeadSchema } from './opened-lead.ts';

/** One request with suggestions and notes; null for none. Throws an AppError. */
export async function readLead(id: string, signal?: AbortSignal): Promise<OpenedLead | null> {
  if (!z.guid().safeParse(id).success) return null;
  return ask(openedLeadSchema.nullable(), 'admin_request', { p_lead: id }, signal);
}

const suggestedSchema = z.array(
  z.object({ lead_id: z.guid(), suggestions: z.array(suggestionSchema) }),
);

/** Who would suit each of these requests, by its id. Throws an AppError. */
export async function readSuggestedArtists(
  leads: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, Suggestion[]>> {
  if (leads.length === 0) return new Map();
  const found = await ask(suggestedSchema, 'admin_suggestions', { p_leads: [...leads] }, signal);
  return new Map(found.map(({ lead_id, suggestions }) => [lead_id, suggestions]));
}
