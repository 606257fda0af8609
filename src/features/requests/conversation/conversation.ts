import { stageSchema } from '#features/diary/diary.ts';
import type { RequestSide } from '#features/jobs/job.ts';
import { hasCardNumber } from '#lib/card-number.ts';
import { MESSAGES } from '#lib/errors.ts';
import { LIMITS } from '#lib/limits.ts';
import { optionalText, requiredText } from '#lib/text.ts';
import { z } from '#lib/zod.ts';
import {
  ACTORS,
  ASSIGNMENT_EVENTS,
  ASSIGNMENT_STATES,
  type AssignmentEvent,
  type AssignmentState,
} from '../assignment.ts';
import { jobActSchema } from './job-acts.ts';

/** The two who talk about a request: the client, and one artist. */
export const SIDES = ['client', 'artist'] as const;

/** Where it is, or will be. */
const messagePictureSchema = z.object({ path: z.string(), arrived: z.boolean() });

export const messageSchema = z.object({
  id: z.guid(),
  /** Their order within a conversation. */
  position: z.number(),
  artist_id: z.guid(),
  sender: z.enum(SIDES),
  body: z.string(),
  created_at: z.string(),
  /** What it was sent under; null for what the other side wrote. */
  key: z.guid().nullable(),
  pictures: z.array(messagePictureSchema),
  /** They are in the diary of the job. */
  stage: stageSchema.nullish(),
});
export type Message = z.output<typeof messageSchema>;

const conversationEventSchema = z.object({
  id: z.number(),
  actor: z.enum(ACTORS),
  event: z.enum(ASSIGNMENT_EVENTS),
  state: z.enum(ASSIGNMENT_STATES),
  reason: z.string().nullable(),
  created_at: z.string(),
});
export type ConversationEvent = z.output<typeof conversationEventSchema>;

/** A conversation as one side sees it: its newest messages, or a page of older ones. */
export const conversationSchema = z.object({
  side: z.enum(SIDES),
  /** The caller's side has reported it, and sees nothing of it any more. */
  reported: z.boolean(),
  /** Whether the caller may write. */
  open: z.boolean(),
  state: z.enum(ASSIGNMENT_STATES).optional(),
  /** When the artist first opened the request. */
  seen_at: z.string().nullish(),
  /** Position of the last message that each side has seen. */
  client_read: z.number().default(0),
  artist_read: z.number().default(0),
  /** For an artist whose account speaks another language. */
  client_writes_in: z.enum(['en', 'es']).nullish(),
  messages: z.array(messageSchema),
  /** Whether there are messages before these. */
  earlier: z.boolean(),
  events: z.array(conversationEventSchema),
  /** What was done about the job, the oldest first. */
  acts: z.array(jobActSchema).default([]),
});
export type Conversation = z.output<typeof conversationSchema>;

/** What the box for a message takes; SQL holds the same rules (`private.send_message`). */
export const messageDraftSchema = z
  .object({
    /** How many pictures go with it. */
    pictures: z.number().max(LIMITS.messagePictures, MESSAGES.pictures_too_many).default(0),
    body: requiredText(
      0,
      MESSAGES.message_required,
      LIMITS.message,
      MESSAGES.message_too_long,
    ).refine((text) => !hasCardNumber(text), MESSAGES.account_number_refused),
  })
  .refine(({ body, pictures }) => body !== '' || pictures > 0, {
    path: ['body'],
    message: MESSAGES.message_required,
  });

/** Why a message is reported, if the reader wants to say. */
export const messageReportSchema = z.object({
  reason: optionalText(LIMITS.reason, MESSAGES.reason_too_long),
});

/** Why an admin reads what nobody has reported; SQL holds the same rules (`private.admin_read_conversation`). */
export const readReasonSchema = z.object({
  reason: requiredText(
    LIMITS.readReasonMin,
    MESSAGES.reason_required,
    LIMITS.reason,
    MESSAGES.reason_too_long,
  ),
});

/**
 * What a change says as a line of a conversation; null for one that the messages say themselves. `before` is the state
 * that it found: what was proposed already is changed, and what was painted already is agreed on. `side` is null for who is
 * neither of the two.
 */
export function eventLine(
  event: Pick<ConversationEvent, 'event' | 'actor' | 'state'>,
  before: AssignmentState | undefined,
  side: RequestSide | null,
  artist: string,
): string | null {
  const line = (event.state === before && AGAIN[event.event]) || LINES[event.event];
  if (!line) return null;
  const by = SUBJECTS[event.event] ?? event.actor;
  const [mine, other] = line;
  if (by === side) return mine;
  if (by === 'client') return other('The client');
  return other(by === 'artist' ? artist : 'An admin');
}

/** Whose doing an event is, whoever caused it. */
const SUBJECTS: Partial<Record<AssignmentEvent, RequestSide>> = {
  pass: 'client',
  expire: 'artist',
};

/** What the reader did, and what another did. */
type EventWords = readonly [mine: string, other: (who: string) => string];

const LINES: Partial<Record<AssignmentEvent, EventWords>> = {
  open: ['You have opened the request', (who) => `${who} has opened the request`],
  propose: ['You have made a proposal', (who) => `${who} has made a proposal`],
  retract: ['You’ve taken the proposal back', (who) => `${who} has taken the proposal back`],
  accept: ['You’ve accepted the proposal', (who) => `${who} has accepted the proposal`],
  decline: ['You have declined the request', (who) => `${who} has declined the request`],
  turn_down: ['You have declined the proposal', (who) => `${who} has declined the proposal`],
  call_off: ['You called off the job', (who) => `${who} called off the job`],
  ask_again: ['You asked again', (who) => `${who} asked again`],
  close: ['You have closed the request', (who) => `${who} has closed the request`],
  complete: ['You said the wall is painted', (who) => `${who} said the wall is painted`],
  dispute: [
    'You said the wall isn’t painted yet',
    (who) => `${who} said the wall isn’t painted yet`,
  ],
  undo_complete: [
    'You took back that the wall is painted',
    (who) => `${who} took back that the wall is painted`,
  ],
  pass: ['You’ve chosen another artist', (who) => `${who} has chosen another artist`],
  expire: ['You hadn’t answered for 7 days', (who) => `${who} hadn’t answered for 7 days`],
  set_in_review: [
    'You took the request into review',
    (who) => `${who} took the request into review`,
  ],
  set_new: ['You put the request back to new', (who) => `${who} put the request back to new`],
  set_completed: [
    'You marked the request as completed',
    (who) => `${who} marked the request as completed`,
  ],
};

/** The same events where the state stays what it was. */
const AGAIN: typeof LINES = {
  propose: ['You have changed the proposal', (who) => `${who} has changed the proposal`],
  complete: ['You agreed the wall is painted', (who) => `${who} agreed the wall is painted`],
};
