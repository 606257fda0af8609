import { parseAnswer, throwError, unwrap } from '#data/app-error.ts';
import { browserClient } from '#data/browser-client.ts';
import { z } from '#lib/zod.ts';
import { ASSIGNMENT_STATES } from '../assignment.ts';
import { type Message, messageSchema, type Thread, threadSchema } from './thread.ts';

/*
 * The conversation between whoever asked and one artist (design, section 7). All throw an AppError: `not_allowed` or
 * `link_refused` for whom it is none of their business, `request_withdrawn`, `move_refused` once it is closed,
 * `rate_limited`, or a broken rule with its field.
 */

/** Which conversation, and the secret of the link for whoever has no account. */
export interface ThreadKey {
  lead: string;
  artist: string;
  token?: string | undefined;
}

/** What every call about a conversation begins with. */
export const threadArgs = ({ lead, artist, token }: ThreadKey) => ({
  p_lead: lead,
  p_artist: artist,
  ...(token && { p_token: token }),
});

/** A conversation with its newest messages, or a page of those before a position. */
export async function readThread(key: ThreadKey, before?: number): Promise<Thread> {
  const client = await browserClient();
  const answer = await client.rpc('read_conversation', {
    ...threadArgs(key),
    ...(before !== undefined && { p_before: before }),
  });
  return parseAnswer(threadSchema, unwrap(answer));
}

/**
 * Sends a message, once for each idempotency key however often it is called. `pictures` says how many follow it, each to
 * its path (`sendPicture`).
 */
export async function sendMessage(
  key: ThreadKey,
  body: string,
  idempotencyKey: string,
  pictures: number,
): Promise<Message> {
  const client = await browserClient();
  const answer = await client.rpc('send_message', {
    ...threadArgs(key),
    p_body: body,
    p_key: idempotencyKey,
    ...(pictures > 0 && { p_pictures: pictures }),
  });
  return parseAnswer(messageSchema, unwrap(answer));
}

/** Tells the other side that a conversation was seen up to a message. */
export async function markThreadRead(key: ThreadKey, position: number): Promise<void> {
  const client = await browserClient();
  throwError(
    await client.rpc('mark_conversation_read', { ...threadArgs(key), p_position: position }),
  );
}

/** Reports a message of the other side: its conversation is hidden from the caller from then on. */
export async function reportMessage(id: string, reason: string, token?: string): Promise<void> {
  const client = await browserClient();
  throwError(
    await client.rpc('report_message', {
      p_message: id,
      ...(reason && { p_reason: reason }),
      ...(token && { p_token: token }),
    }),
  );
}

const summarySchema = z.object({
  lead_id: z.guid(),
  artist_id: z.guid(),
  state: z.enum(ASSIGNMENT_STATES),
  unread: z.number(),
  /** The caller has reported it, and sees nothing of it any more. */
  reported: z.boolean(),
});
export type ThreadSummary = z.output<typeof summarySchema>;

/** State and unread messages of the caller's conversations about these requests. */
export async function threadSummaries(leads: readonly string[]): Promise<ThreadSummary[]> {
  if (leads.length === 0) return [];
  const client = await browserClient();
  const answer = await client.rpc('conversation_summaries', { p_leads: [...leads] });
  return parseAnswer(summarySchema.array(), unwrap(answer));
}
