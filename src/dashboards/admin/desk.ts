import { adminLeadSchema, adminMailSchema } from './admin.ts';
import { pageClaimSchema } from '#features/claims/claim.ts';
import { MESSAGES } from '#lib/errors.ts';
import { plural } from '#lib/format.ts';
import { LIMITS } from '#lib/limits.ts';
import { adminPictureReportSchema } from '#features/reports/picture-report.ts';
import { adminReviewSchema } from '#features/requests/reviews/review.ts';
import { requiredText } from '#lib/text.ts';
import { SIDES } from '#features/requests/conversation/thread.ts';
import { z } from '#lib/zod.ts';

/** An artist as an admin chooses one: enough to tell two of a name apart. The id stays any text, as in their list. */
export const artistCardSchema = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  styles: z.array(z.string()),
  profile_photo: z.string().nullable(),
  email: z.string().nullable(),
  public_visible: z.boolean(),
  /** Requests that they have under way. */
  open_requests: z.number().int(),
});
export type AdminArtistCard = z.output<typeof artistCardSchema>;

export const suggestionSchema = artistCardSchema.extend({ reason: z.string() });
export type Suggestion = z.output<typeof suggestionSchema>;

/** 'Nothing open', '3 open requests'. */
export function loadLabel(openRequests: number): string {
  return openRequests === 0
    ? 'Nothing open'
    : plural(openRequests, 'open request', 'open requests');
}

export const leadNoteSchema = z.object({
  id: z.guid(),
  body: z.string(),
  /** Null once the account is gone. */
  author: z.string().nullable(),
  created_at: z.string(),
});
export type LeadNote = z.output<typeof leadNoteSchema>;

/** What an admin notes about requests; SQL holds the same rule (`add_request_notes`). */
export const noteFormSchema = z.object({
  note: requiredText(1, MESSAGES.note_required, LIMITS.leadNote, MESSAGES.note_too_long),
});

/** One request with what an admin needs to decide about it. */
export const openedLeadSchema = z.object({
  lead: adminLeadSchema,
  suggestions: z.array(suggestionSchema),
  notes: z.array(leadNoteSchema),
  /** Other requests with the same address or account; `mergeable` where one person has proven to have sent both. */
  doubles: z.array(adminLeadSchema.extend({ mergeable: z.boolean() })),
});
export type OpenedLead = z.output<typeof openedLeadSchema>;

const leadsSchema = z.object({
  total: z.number().int(),
  /** How many wait for longer than a month: those are only counted. */
  older: z.number().int(),
  rows: z.array(adminLeadSchema),
});

const group = <S extends z.ZodType>(row: S) =>
  z.object({ total: z.number().int(), rows: z.array(row) });

export const reportedThreadSchema = z.object({
  lead_id: z.guid(),
  artist_id: z.guid(),
  artist: z.string(),
  /** Null once whoever asked was erased. */
  client: z.string().nullable(),
  /** Who reported last, and why. */
  side: z.enum(SIDES),
  reason: z.string().nullable(),
  created_at: z.string(),
});
export type ReportedThread = z.output<typeof reportedThreadSchema>;

export const waitingClaimSchema = pageClaimSchema.extend({
  name: z.string(),
  slug: z.string(),
  city: z.string().nullable(),
  public_visible: z.boolean(),
});
export type WaitingClaim = z.output<typeof waitingClaimSchema>;

/** What needs an admin, each group with its count and its first rows. */
export const needsSchema = z.object({
  held: leadsSchema,
  unassigned: leadsSchema,
  unanswered: leadsSchema,
  threads: group(reportedThreadSchema),
  pictures: group(adminPictureReportSchema),
  /** Disputed by their artists. A database from before knows of none. */
  reviews: group(adminReviewSchema).default({ total: 0, rows: [] }),
  claims: group(waitingClaimSchema),
  mails: group(adminMailSchema).extend({
    /** Mails that wait because the server does not take them from us. */
    stuck: z.object({ total: z.number(), since: z.string(), answer: z.string() }).nullish(),
  }),
});
export type Needs = z.output<typeof needsSchema>;

/** How many things wait for an admin. */
export function needsTotal(needs: Needs): number {
  return Object.values(needs).reduce((sum, { total }) => sum + total, 0);
}
