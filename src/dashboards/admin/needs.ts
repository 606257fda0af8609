import { pageClaimSchema } from '#features/artists/page-claim.ts';
import { turnSchema } from '#features/jobs/job.ts';
import { adminLeadSchema } from '#features/leads/admin/admin-lead.ts';
import { adminMailSchema } from '#features/notifications/admin/admin-mail.ts';
import { waitingPaperSchema } from '#features/papers/paper.ts';
import { adminPictureReportSchema } from '#features/reports/picture-report.ts';
import { SIDES } from '#features/requests/conversation/conversation.ts';
import { adminReviewSchema } from '#features/requests/reviews/review.ts';
import { z } from '#lib/zod.ts';

const leadsSchema = z.object({
  total: z.number().int(),
  /** How many wait for longer than a month: those are only counted. */
  older: z.number().int(),
  rows: z.array(adminLeadSchema),
});

const group = <S extends z.ZodType>(row: S) =>
  z.object({ total: z.number().int(), rows: z.array(row) });

const reportedConversationSchema = z.object({
  lead_id: z.guid(),
  artist_id: z.guid(),
  artist: z.string(),
  /** Null once the client was erased. */
  client: z.string().nullable(),
  /** Who reported last, and why. */
  side: z.enum(SIDES),
  reason: z.string().nullable(),
  created_at: z.string(),
});
export type ReportedConversation = z.output<typeof reportedConversationSchema>;

/** A job in which somebody has waited for a week, or does not agree about money. */
const lateJobSchema = z.object({
  lead_id: z.guid(),
  artist_id: z.guid(),
  artist: z.string(),
  client: z.string().nullable(),
  /** Whose turn it is; of a dispute and of two signatures one of the two. */
  side: z.enum(SIDES),
  turn: turnSchema,
});
export type LateJob = z.output<typeof lateJobSchema>;

/** A rule of a city that nobody has looked up for a year. */
const oldRuleSchema = z.object({
  id: z.guid(),
  title: z.string(),
  source_url: z.string(),
  checked_on: z.string(),
  city: z.string(),
});
export type OldRule = z.output<typeof oldRuleSchema>;

const waitingClaimSchema = pageClaimSchema.extend({
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
  /** Disputed, or overdue for a week. */
  payments: group(lateJobSchema),
  /** Not signed or changed for a week. */
  agreements: group(lateJobSchema),
  conversations: group(reportedConversationSchema),
  pictures: group(adminPictureReportSchema),
  /** Disputed by their artists. */
  reviews: group(adminReviewSchema),
  claims: group(waitingClaimSchema),
  papers: group(waitingPaperSchema),
  mails: group(adminMailSchema).extend({
    /** Mails that wait because the server does not take them from us. */
    stuck: z.object({ total: z.number(), since: z.string(), answer: z.string() }).nullish(),
  }),
  rules: group(oldRuleSchema),
});
export type AdminNeeds = z.output<typeof needsSchema>;

/** How many things wait for an admin. */
export function needsTotal(needs: AdminNeeds): number {
  return Object.values(needs).reduce((sum, { total }) => sum + total, 0);
}
