import { describe, expect, it } from 'vitest';
import { type ConversationEvent, eventLine } from './conversation.ts';
import { jobActLine } from './job-acts.ts';

type Change = Pick<ConversationEvent, 'event' | 'actor' | 'state'>;
const change = (
  event: Change['event'],
  actor: Change['actor'],
  state: Change['state'] = 'talking',
): Change => ({ event, actor, state });

describe('a change as a line', () => {
  it.each([
    [change('open', 'artist'), 'artist', 'You have opened the request'],
    [change('open', 'artist'), 'client', 'Ana has opened the request'],
    [change('accept', 'client'), 'artist', 'The client has accepted the proposal'],
    [change('set_new', 'admin'), 'client', 'An admin put the request back to new'],
    [change('pass', 'system'), 'client', 'You’ve chosen another artist'],
    [change('pass', 'client'), 'artist', 'The client has chosen another artist'],
    [change('expire', 'system'), 'artist', 'You hadn’t answered for 7 days'],
    [change('expire', 'system'), 'client', 'Ana hadn’t answered for 7 days'],
    [change('expire', 'system'), null, 'Ana hadn’t answered for 7 days'],
  ] as const)('%j, to the side %s: %s', (event, side, line) =>
    expect(eventLine(event, undefined, side, 'Ana')).toBe(line),
  );
});

it('says an act to each side', () => {
  const act = { actor: 'client', version: 2, amount: 1200, reason: null, created_at: '' } as const;
  const line = (name: string, side: 'client' | 'artist') =>
    jobActLine({ ...act, act: name }, side, 'Ana');
  expect(line('payment_report', 'client')).toBe('You reported a payment of $1,200');
  expect(line('payment_report', 'artist')).toBe('The client reported a payment of $1,200');
  expect(line('agreement_sign', 'client')).toBe('You signed version 2 of the agreement');
  expect(line('unknown', 'client')).toBe(null);
});
