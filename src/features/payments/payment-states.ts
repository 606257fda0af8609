import { type Move, nextBy } from '#lib/moves.ts';

/**
 * How far the client and the artist are with one part of the price. `private.payment_moves` has the same moves;
 * tests/db/moves.test.ts compares all pairs of state and event.
 */
export const PAYMENT_STATES = [
  'planned',
  'due',
  /** The artist says that it is due. */
  'asked',
  /** The client says that they have paid; the artist alone can say that it arrived. */
  'reported',
  'received',
  'disputed',
  'waived',
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

export const PAYMENT_ACTORS = ['client', 'artist', 'system'] as const;
export type PaymentActor = (typeof PAYMENT_ACTORS)[number];

export const PAYMENT_EVENTS = ['fall_due', 'ask', 'report', 'receive', 'dispute', 'waive'] as const;
export type PaymentEvent = (typeof PAYMENT_EVENTS)[number];

/** Every move there is; what is in none of them is refused. */
const MOVES: readonly Move<PaymentState, PaymentEvent, PaymentActor>[] = [
  { event: 'fall_due', by: ['system'], from: ['planned'], to: 'due' },
  // Nobody but the artist knows when they are halfway.
  { event: 'ask', by: ['artist'], from: ['planned', 'due', 'disputed'], to: 'asked' },
  {
    event: 'report',
    by: ['client'],
    from: ['planned', 'due', 'asked', 'reported', 'disputed'],
    to: 'reported',
  },
  {
    event: 'receive',
    by: ['artist'],
    from: ['planned', 'due', 'asked', 'reported', 'disputed'],
    to: 'received',
  },
  { event: 'dispute', by: ['artist'], from: ['reported'], to: 'disputed' },
  { event: 'dispute', by: ['client'], from: ['due', 'asked'], to: 'disputed' },
  { event: 'waive', by: ['artist'], from: ['planned', 'due', 'asked', 'disputed'], to: 'waived' },
];

/** The state after an event, or null where it is refused. */
export const nextPaymentState = nextBy(MOVES);
