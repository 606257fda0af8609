import type { DiaryStage } from '#features/diary/diary.ts';
import type { RequestSide } from '#features/jobs/job.ts';
import { dayFromNow } from '#lib/day.ts';
import { dayLabel, plural } from '#lib/format.ts';
import type { AssignmentState } from '../assignment.ts';
import {
  type Conversation,
  type ConversationEvent,
  eventLine,
  type Message,
} from './conversation.ts';
import { jobActLine } from './job-acts.ts';

/** A message of the reader's that has not been taken yet. */
export interface OutgoingMessage {
  /** Its idempotency key, which the message that becomes of it has too. */
  key: string;
  body: string;
  /** How many pictures go with it. */
  pictures: number;
  stage: DiaryStage | null;
  at: number;
  /** `waiting`: it could not be sent so far and goes again by itself. `refused`: it does not. */
  state: 'sending' | 'waiting' | 'refused';
  /** Why it was refused. */
  reason: string | null;
}

export interface ConversationState {
  /** Null until it has been read for the first time. */
  data: Conversation | null;
  /** Reading it has failed, and nothing is known yet. */
  failed: boolean;
  /** In the order in which they were typed. */
  outgoing: readonly OutgoingMessage[];
  /** Messages that have been taken, and whose pictures are still to follow. */
  sending: readonly OutgoingMessage[];
  /** Pictures that this browser has, by the key of their message. */
  local: Readonly<Record<string, readonly string[]>>;
  /** Pictures that have arrived, by their path. */
  remote: Readonly<Record<string, string | null>>;
  /** Up to where the reader had seen it when it was opened. */
  readAtOpening: number;
}

/**
 * What is known of a conversation, with its newest page. Older messages stay; where more came meanwhile than a page
 * holds, they go and can be asked for again, so that none is missing in between.
 */
export function withNewest(known: Conversation | null, newest: Conversation): Conversation {
  const first = newest.messages[0]?.position ?? 0;
  const last = known?.messages.at(-1)?.position ?? 0;
  if (!known || newest.reported || (newest.earlier && last < first)) return newest;
  return {
    ...newest,
    client_read: Math.max(known.client_read, newest.client_read),
    artist_read: Math.max(known.artist_read, newest.artist_read),
    messages: inOrder(known.messages, newest.messages),
    earlier: (known.messages[0]?.position ?? first) < first ? known.earlier : newest.earlier,
  };
}

/** The same with a page of older messages. */
export function withOlder(known: Conversation, older: Conversation): Conversation {
  return {
    ...known,
    messages: inOrder(known.messages, older.messages),
    earlier: older.earlier,
  };
}

/** The same with one message that was sent from here. */
export function withSent(known: Conversation, message: Message): Conversation {
  const read = known.side === 'client' ? 'client_read' : 'artist_read';
  return {
    ...known,
    messages: inOrder(known.messages, [message]),
    [read]: Math.max(known[read], message.position),
  };
}

/** The same, now that a picture has arrived from here. */
export function withPictureArrived(known: Conversation, path: string): Conversation {
  const arrived = (message: Message): Message => ({
    ...message,
    pictures: message.pictures.map((one) => (one.path === path ? { path, arrived: true } : one)),
  });
  const messages = known.messages.map((message) =>
    message.pictures.some((one) => one.path === path) ? arrived(message) : message,
  );
  return { ...known, messages };
}

/** Both in one list, each once. Of a message only its pictures change: one that is known stays the same object else. */
function inOrder(known: readonly Message[], added: readonly Message[]): Message[] {
  const fresh = new Map(added.map((message) => [message.id, message]));
  const kept = known.map((message) => {
    const now = fresh.get(message.id);
    fresh.delete(message.id);
    return now && arrivals(now) > arrivals(message) ? now : message;
  });
  return [...kept, ...fresh.values()].sort((a, b) => a.position - b.position);
}

const arrivals = ({ pictures }: Message) => pictures.filter(({ arrived }) => arrived).length;

/** Whether nothing of a message is still to come. */
export const isWhole = (message: Message): boolean => arrivals(message) === message.pictures.length;

/** 'Photo 1 of 3 from Ann'; without a name for the reader's own. */
export const pictureName = (n: number, count: number, who: string | null): string =>
  who ? `Photo ${n} of ${count} from ${who}` : `Photo ${n} of ${count} from you`;

/** What is said of a message where it cannot be shown: its text, or how many pictures it is. */
export const spoken = ({ body, pictures }: Message): string =>
  body || plural(pictures.length, 'photo');

/** Up to where a side has seen a conversation. */
export const readBy = (data: Conversation, side: RequestSide): number =>
  side === 'client' ? data.client_read : data.artist_read;

/** The newest message of the other side; null where there is none. */
export const newestIncoming = ({ messages, side }: Conversation): Message | null =>
  messages.findLast(({ sender }) => sender !== side) ?? null;

export type ConversationRow =
  | { kind: 'day'; key: string; label: string }
  | { kind: 'event'; key: string; text: string; reason: string | null }
  | { kind: 'new'; key: string }
  | {
      kind: 'message';
      key: string;
      message: Message;
      /** The last of several in a row: it has their time. */
      last: boolean;
      /** The newest of the reader's that the other side has seen. */
      seen: boolean;
    };

interface RowOptions {
  data: Conversation;
  readAtOpening: number;
  /** What the reader's page calls the artist. */
  artist: string;
  now: Date;
}

/** Messages so near to each other stand together under one time. */
const TOGETHER_MS = 5 * 60_000;

/** A conversation as lines, the oldest first: days, changes of state, messages, and where the new ones begin. */
export function conversationRows({
  data,
  readAtOpening,
  artist,
  now,
}: RowOptions): ConversationRow[] {
  const { side } = data;
  const firstNew = data.messages.find(
    ({ sender, position }) => sender !== side && position > readAtOpening,
  );
  const otherRead = readBy(data, side === 'client' ? 'artist' : 'client');
  const lastSeen = data.messages.findLast(
    ({ sender, position }) => sender === side && position <= otherRead,
  );
  const rows: ConversationRow[] = [];
  let day = 0;
  for (const line of lines(data, artist)) {
    const began = midnight(new Date(line.at));
    if (began !== day)
      rows.push({ kind: 'day', key: `day ${began}`, label: dayHeading(line.at, now) });
    day = began;
    if (line.row) {
      rows.push(line.row);
      continue;
    }
    if (line.message === firstNew) rows.push({ kind: 'new', key: 'new' });
    const before = rows.at(-1);
    if (before?.kind === 'message' && areTogether(before.message, line.message)) {
      before.last = false;
    }
    rows.push({
      kind: 'message',
      // The same line that it was on its way.
      key: line.message.key ?? line.message.id,
      message: line.message,
      last: true,
      seen: line.message === lastSeen,
    });
  }
  return rows;
}

type Line =
  | { at: number; row: ConversationRow; message?: undefined }
  | { at: number; row?: undefined; message: Message };

/** Messages in their order, and each change of state and act before the first message that is younger. */
function lines({ messages, events, acts, earlier, side }: Conversation, artist: string): Line[] {
  const since = earlier && messages[0] ? Date.parse(messages[0].created_at) : 0;
  const happened = [
    ...events.flatMap((event, i) =>
      told(event, `event ${event.id}`, eventLine(event, events[i - 1]?.state, side, artist)),
    ),
    ...acts.flatMap((act, n) => told(act, `act ${n}`, jobActLine(act, side, artist))),
  ];
  const waiting = happened.filter(({ at }) => at >= since).sort((a, b) => a.at - b.at);
  return [
    ...messages.flatMap((message) => {
      const at = Date.parse(message.created_at);
      const before = waiting.splice(0, until(waiting, at));
      return [...before, { at, message }];
    }),
    ...waiting,
  ];
}

/** How many of them are not younger. */
function until(waiting: readonly Line[], at: number): number {
  const end = waiting.findIndex((line) => line.at > at);
  return end < 0 ? waiting.length : end;
}

/** Something that happened as a line; nothing for what needs none. */
function told(
  { created_at, reason }: Pick<ConversationEvent, 'created_at' | 'reason'>,
  key: string,
  text: string | null,
): Line[] {
  return text ? [{ at: Date.parse(created_at), row: { kind: 'event', key, text, reason } }] : [];
}

const areTogether = (before: Message, after: Message) =>
  before.sender === after.sender &&
  Date.parse(after.created_at) - Date.parse(before.created_at) < TOGETHER_MS;

/** 'Today', 'Yesterday', 'Nov 21, 2026', by the reader's own clock. */
export function dayHeading(at: number, now: Date): string {
  const daysAgo = Math.round((midnight(now) - midnight(new Date(at))) / 86_400_000);
  if (daysAgo === 0) return 'Today';
  return daysAgo === 1 ? 'Yesterday' : dayLabel(dayFromNow(0, new Date(at)));
}
const midnight = (date: Date) => new Date(date).setHours(0, 0, 0, 0);

/** Why nothing can be written any more, as either side reads it. */
export function closedSentence(data: Conversation, artist: string): string {
  if (data.reported) {
    return 'You reported this conversation, so it’s hidden while we look at it.';
  }
  const sentences = data.state && CLOSED[data.state];
  return sentences?.(data.side === 'artist', artist) ?? 'This conversation is closed.';
}
const CLOSED: Partial<Record<AssignmentState, (own: boolean, artist: string) => string>> = {
  declined: (own, artist) =>
    own ? 'You have declined this request.' : `${artist} has declined this request.`,
  passed: (own) => (own ? 'The client has chosen another artist.' : 'You chose another artist.'),
  withdrawn: (own) => (own ? 'The client has closed this request.' : 'This request is closed.'),
};
