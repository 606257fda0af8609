import { ask, call } from '#data/rpc.ts';
import { shownSchema } from '#features/agreements/agreement.api.ts';
import { moneySchema } from '#features/payments/payment.ts';
import { messageSchema, SIDES } from '#features/requests/conversation/conversation.ts';
import { sketchesSchema } from '#features/sketches/sketch.ts';
import { z } from '#lib/zod.ts';

const transcriptSchema = z.object({
  reports: z.array(
    z.object({
      side: z.enum(SIDES),
      message_id: z.guid(),
      reason: z.string().nullable(),
      created_at: z.string(),
    }),
  ),
  messages: z.array(messageSchema),
  /** Of the job, as both sides see it. */
  agreement: shownSchema.pick({ current: true, in_force: true }),
  money: moneySchema.extend({ side: z.literal('admin') }).nullable(),
  sketches: sketchesSchema.pick({ versions: true, approved: true }).nullable(),
});
export type Transcript = z.output<typeof transcriptSchema>;

/**
 * A whole conversation, for an admin. Without a report it takes a reason of at least 10 characters; each reading is
 * kept in the audit trail. Throws an AppError.
 */
export const readTranscript = (lead: string, artist: string, reason?: string) =>
  ask(transcriptSchema, 'admin_read_conversation', {
    p_lead: lead,
    p_artist: artist,
    ...(reason && { p_reason: reason }),
  });

/** Opens a reported conversation again. Throws an AppError. */
export const dismissReports = (lead: string, artist: string) =>
  call('admin_dismiss_reports', { p_lead: lead, p_artist: artist });
