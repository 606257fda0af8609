import { wordFor } from '#lib/options.ts';
import { z } from '#lib/zod.ts';
import { ASSIGNMENT_STATES } from './assignment.ts';
import { LEAD_STATUSES } from './lead-status.ts';
import { reasonsSchema } from './match-reason.ts';

/** A row of the view `leads` as the asking person may see it (section 3). */
export const leadSchema = z.object({
  id: z.guid(),
  kind: z.enum(['quote', 'consultation']),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  city: z.string().nullable(),
  /** Of an erased client's request, a sentence of the database. */
  project_description: z.string().transform(wordFor),
  mural_size: z.string().nullable(),
  surface_type: z.string().nullable(),
  style_preference: z.string().nullable(),
  budget_range: z.string().nullable(),
  /** A lead with no status is treated as new (section 4). */
  status: z
    .enum(LEAD_STATUSES)
    .nullish()
    .transform((status) => status ?? 'new'),
  assigned_artist: z.array(z.guid()),
  created_by_user: z.guid().nullable(),
  /** When the client closed it; nobody goes on with it, and artists no longer see whose it is. */
  withdrawn_at: z.string().nullable().default(null),
  created_at: z.string(),
});
export type Lead = z.output<typeof leadSchema>;

/** An artist who has the caller's lead. */
export const leadArtistSchema = z.object({
  lead_id: z.guid(),
  artist_id: z.guid(),
  artist_name: z.string(),
});
export type LeadArtist = z.output<typeof leadArtistSchema>;

/** How far an artist is with one of their leads, and who says that the wall is painted. */
export const assignmentSchema = z.object({
  state: z.enum(ASSIGNMENT_STATES),
  completed_by: z.enum(['client', 'artist', 'admin']).nullable(),
  completed_at: z.string().nullable(),
  /** When the other one agreed; who says nothing for two weeks is taken to. */
  confirmed_at: z.string().nullable(),
});
export type Assignment = z.output<typeof assignmentSchema>;

const CONFIRM_MS = 14 * 24 * 3600 * 1000;

/** Who is still asked whether the wall is painted: the one of the two who did not say so. Null when nobody is. */
export function askedToConfirm(
  assignment: Assignment,
  now = Date.now(),
): 'client' | 'artist' | null {
  const { state, completed_by, completed_at, confirmed_at } = assignment;
  if (state !== 'completed' || confirmed_at || !completed_at) return null;
  if (now - Date.parse(completed_at) > CONFIRM_MS) return null;
  return completed_by === 'artist' ? 'client' : 'artist';
}

/** An artist offered for a new lead: what the matching card shows (section 9). */
export const matchSchema = z.object({
  id: z.guid(),
  name: z.string(),
  slug: z.string(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  featured: z.boolean(),
  average_rating: z.number(),
  review_count: z.number().int(),
  profile_photo: z.string().nullable(),
  styles: z.array(z.string()),
  portfolio_images: z.array(z.string()),
  /** Why, in a line: 'paints Nature · 4 miles away'. Missing where a kept answer is older than reasons are. */
  reason: z.string().optional(),
  /** The same in parts, for a line in the reader's language. */
  reasons: reasonsSchema.optional(),
  /** The request asked for this artist by name. */
  asked: z.boolean().optional(),
});
export type Match = z.output<typeof matchSchema>;

export const submittedLeadSchema = z.object({
  id: z.guid(),
  replayed: z.boolean(),
  matches: z.array(matchSchema),
  /** The secret of the request's page. */
  token: z.string(),
  /** What the request is called on the phone. */
  reference: z.string(),
});
export type SubmittedLead = z.output<typeof submittedLeadSchema>;
