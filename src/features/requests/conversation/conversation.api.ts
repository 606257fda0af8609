import { ask, call } from '#data/rpc.ts';
import type { DiaryStage } from '#features/diary/diary.ts';
import { turnSchema } from '#features/jobs/job.ts';
import { type AssignmentKey, assignmentArgs } from '#lib/assignment-key.ts';
import { z } from '#lib/zod.ts';
import { ASSIGNMENT_STATES } from '../assignment.ts';
import { conversationSchema, messageSchema } from './conversation.ts';

/*
 * The conversation between the client and one artist. All throw an AppError: `not_allowed` or
 * `link_refused` for whom it is none of their business, `request_withdrawn`, `move_refused` once it is closed,
 * `rate_limited`, or a broken rule with its field.
 */

/** A conversation with its newest messages, or a page of those before a position. */
export const readConversation = (key: AssignmentKey, before?: number) =>
  ask(conversationSchema, 'read_conversation', {
    ...assignmentArgs(key),
    ...(before !== undefined && { p_before: before }),
  });

/**
 * Sends a message, once for each idempotency key however often it is called. `pictures` says how many follow it, each to
 * its path (`sendPicture`), `stage` that the diary of the job has them.
 */
export const sendMessage = (
  key: AssignmentKey,
  body: string,
  idempotencyKey: string,
  pictures: number,
  stage: DiaryStage | null,
) =>
  ask(messageSchema, 'send_message', {
    ...assignmentArgs(key),
    p_body: body,
    p_key: idempotencyKey,
    ...(pictures > 0 && { p_pictures: pictures }),
    ...(stage && { p_stage: stage }),
  });

/** Tells the other side that a conversation was seen up to a message. */
export const markConversationRead = (key: AssignmentKey, position: number) =>
  call('mark_conversation_read', { ...assignmentArgs(key), p_position: position });

/** Reports a message of the other side: its conversation is hidden from the caller from then on. */
export const reportMessage = (id: string, reason: string, token?: string) =>
  call('report_message', {
    p_message: id,
    ...(reason && { p_reason: reason }),
    ...(token && { p_token: token }),
  });

const consentSchema = z.object({ granted: z.boolean().nullable() });

/** What the client has said to showing the place. */
export const readPlaceConsent = (key: AssignmentKey) =>
  ask(consentSchema, 'place_consent', assignmentArgs(key));

/** Lets the artist show the place, or takes that back. */
export const setPlaceConsent = (key: AssignmentKey, granted: boolean) =>
  call('set_place_consent', { ...assignmentArgs(key), p_granted: granted });

const summarySchema = z.object({
  lead_id: z.guid(),
  artist_id: z.guid(),
  state: z.enum(ASSIGNMENT_STATES),
  /** The artist has answered in any way. */
  answered: z.boolean(),
  /** When something last happened: sent, moved or written. */
  at: z.string(),
  unread: z.number(),
  /** The caller has reported it, and sees nothing of it any more. */
  reported: z.boolean(),
  /** The present step, and what each side does next; null where it has ended. */
  step: z.string().nullable(),
  turn: turnSchema.nullable(),
  theirs: turnSchema.nullable(),
});
export type ConversationSummary = z.output<typeof summarySchema>;

/** State, last activity and unread messages of the caller's conversations about these requests. */
export async function conversationSummaries(
  leads: readonly string[],
): Promise<ConversationSummary[]> {
  if (leads.length === 0) return [];
  return ask(summarySchema.array(), 'conversation_summaries', { p_leads: [...leads] });
}
