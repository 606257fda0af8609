import { describe, expect, it } from 'vitest';
import type { Conversation, ConversationEvent, Message } from './conversation.ts';
import {
  type ConversationRow,
  closedSentence,
  conversationRows,
  dayHeading,
  withNewest,
  withOlder,
  withSent,
} from './live-conversation.ts';

const NOW = new Date('2026-11-23T18:00:00');
const at = (minutesAgo: number) => new Date(NOW.getTime() - minutesAgo * 60_000).toISOString();

const message = (position: number, minutesAgo: number, over: Partial<Message> = {}): Message => ({
  id: `message ${position}`,
  position,
  artist_id: 'ana',
  sender: 'artist',
  body: `text ${position}`,
  created_at: at(minutesAgo),
  key: null,
  pictures: [],
  ...over,
});
const event = (
  id: number,
  minutesAgo: number,
  over: Partial<ConversationEvent>,
): ConversationEvent => ({
  id,
  actor: 'artist',
  event: 'open',
  state: 'seen',
  reason: null,
  created_at: at(minutesAgo),
  ...over,
});
const data = (over: Partial<Conversation> = {}): Conversation => ({
  side: 'client',
  reported: false,
  open: true,
  state: 'talking',
  client_read: 0,
  artist_read: 0,
  messages: [],
  earlier: false,
  events: [],
  acts: [],
  ...over,
});
const told = (row: ConversationRow) => {
  if (row.kind === 'message') return row.message.body;
  return row.kind === 'day' ? row.label : row.kind === 'event' ? row.text : 'NEW';
};
const rowsOf = (shown: Conversation, readAtOpening = 99) =>
  conversationRows({ data: shown, readAtOpening, artist: 'Ana', now: NOW });

describe('the lines of a conversation', () => {
  it('say what was done about the job, in its order', () => {
    const act = (act: string, actor: 'client' | 'artist', minutesAgo: number, amount = 750) => ({
      ...{ act, actor, version: 2, amount, reason: null, created_at: at(minutesAgo) },
    });
    const acts = [
      act('agreement_sign', 'artist', 30),
      act('payment_receive', 'artist', 20),
      act('sketch_approve', 'client', 10),
      act('payment_fall_due', 'client', 5),
    ];
    const rows = rowsOf(data({ acts, events: [event(1, 25, { event: 'open' })] })).map(told);
    expect(rows.slice(1)).toEqual([
      'Ana signed version 2 of the agreement',
      'Ana has opened the request',
      'Ana received $750',
      'You approved version 2 of the sketch',
    ]);
  });

  it('have days, and each change of state where it happened', () => {
    const shown = data({
      messages: [message(1, 26 * 60), message(2, 30), message(3, 10)],
      events: [
        event(1, 27 * 60, {}),
        event(2, 26 * 60, { event: 'write', state: 'talking' }),
        event(3, 20, { event: 'propose', state: 'proposed' }),
        event(4, 5, { event: 'decline', state: 'declined', reason: 'Too high' }),
      ],
    });
    expect(rowsOf(shown).map(told)).toEqual([
      'Yesterday',
      'Ana has opened the request',
      'text 1',
      'Today',
      'text 2',
      'Ana has made a proposal',
      'text 3',
      'Ana has declined the request',
    ]);
    expect(rowsOf(shown).at(-1)).toMatchObject({ reason: 'Too high' });
  });

  it('tell what is changed and agreed on from the first time', () => {
    const done = { event: 'complete', state: 'completed' } as const;
    const shown = data({
      events: [
        event(1, 60, { event: 'propose', state: 'proposed' }),
        event(2, 50, { event: 'propose', state: 'proposed' }),
        event(3, 40, { ...done }),
        event(4, 30, { event: 'dispute', actor: 'client', state: 'talking' }),
        event(5, 20, { ...done }),
        event(6, 10, { ...done, actor: 'client' }),
      ],
    });
    expect(rowsOf(shown).map(told).slice(1)).toEqual([
      'Ana has made a proposal',
      'Ana has changed the proposal',
      'Ana said the wall is painted',
      'You said the wall isn’t painted yet',
      'Ana said the wall is painted',
      'You agreed the wall is painted',
    ]);
  });

  it('leave out what happened before the first message that is here', () => {
    const shown = data({
      earlier: true,
      messages: [message(51, 30)],
      events: [event(1, 40, {}), event(2, 20, { event: 'complete', state: 'completed' })],
    });
    expect(rowsOf(shown).map(told)).toEqual(['Today', 'text 51', 'Ana said the wall is painted']);
  });

  it('say where the new ones begin, after what the reader wrote or had seen', () => {
    const mine = message(2, 9, { sender: 'client' });
    const shown = data({ messages: [message(1, 10), mine, message(3, 8), message(4, 7)] });
    expect(rowsOf(shown, 2).map(told)).toEqual([
      'Today',
      'text 1',
      'text 2',
      'NEW',
      'text 3',
      'text 4',
    ]);
    expect(rowsOf(shown, 4).map(told)).not.toContain('NEW');
    const unanswered = data({ messages: [mine] });
    expect(rowsOf(unanswered, 0).map(told)).not.toContain('NEW');
  });

  it('give the time once to what was written together, and "Seen" to the newest that was', () => {
    const own = (position: number, minutesAgo: number) =>
      message(position, minutesAgo, { sender: 'client' });
    const shown = data({
      artist_read: 3,
      messages: [own(1, 30), own(2, 12), own(3, 11), own(4, 10), message(5, 9)],
    });
    const rows = rowsOf(shown).filter((row) => row.kind === 'message');
    expect(rows.map(({ last }) => last)).toEqual([true, false, false, true, true]);
    expect(rows.map(({ seen }) => seen)).toEqual([false, false, true, false, false]);
  });
});

it('names days by the reader’s clock', () => {
  const day = (text: string) => dayHeading(new Date(text).getTime(), NOW);
  expect(day('2026-11-23T00:01:00')).toBe('Today');
  expect(day('2026-11-22T23:59:00')).toBe('Yesterday');
  expect(day('2026-11-21T23:59:00')).toBe('Nov 21, 2026');
});

describe('what is known of a conversation', () => {
  const positions = ({ messages }: Conversation) => messages.map(({ position }) => position);
  const page = (from: number, to: number, over: Partial<Conversation> = {}) =>
    data({
      messages: Array.from({ length: to - from + 1 }, (_, i) => message(from + i, 100 - from - i)),
      earlier: from > 1,
      ...over,
    });

  it('grows at both ends, each message once and the same object', () => {
    const known = page(5, 8);
    const older = withOlder(known, page(3, 4));
    const both = withNewest(older, page(7, 10));
    expect(positions(both)).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
    expect(both.earlier).toBe(true);
    expect(both.messages[2]).toBe(known.messages[0]);
    expect(withOlder(both, page(1, 2)).earlier).toBe(false);
  });

  it('forgets the older ones rather than show a gap', () => {
    expect(positions(withNewest(page(1, 4), page(6, 9)))).toEqual([6, 7, 8, 9]);
    expect(positions(withNewest(page(1, 4), page(4, 9)))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('takes no mark back that an answer asked for earlier does not know', () => {
    const sent = withSent(page(1, 2), message(3, 0, { sender: 'client' }));
    expect(sent.client_read).toBe(3);
    const stale = withNewest(sent, page(1, 2));
    expect(positions(stale)).toEqual([1, 2, 3]);
    expect(stale.client_read).toBe(3);
  });

  it('is nothing once it is reported', () => {
    const reported = data({ reported: true, open: false });
    expect(withNewest(page(1, 4), reported)).toBe(reported);
  });
});

it('says to each side why nothing can be written', () => {
  const closed = (over: Partial<Conversation>) =>
    closedSentence(data({ open: false, ...over }), 'Ana');
  expect(closed({ state: 'declined' })).toBe('Ana has declined this request.');
  expect(closed({ state: 'declined', side: 'artist' })).toBe('You have declined this request.');
  expect(closed({ state: 'passed', side: 'artist' })).toBe('The client has chosen another artist.');
  // The other side has reported it: whoever did is not told on.
  expect(closed({ state: 'talking' })).toBe('This conversation is closed.');
  expect(closed({ reported: true })).toMatch(/^You reported this conversation/);
});
