import { type Move, nextBy } from '#lib/moves.ts';

/**
 * How far an artist and a client are with their agreement. `private.agreement_moves` has the same moves;
 * tests/db/moves.test.ts compares all pairs of state and event.
 */
export const AGREEMENT_STATES = [
  /** Nothing is offered; the artist's browser keeps what is typed. */
  'draft',
  'offered',
  'change_asked',
  'signed_by_one',
  'in_force',
  /** In force, while a new version waits for both. */
  'amending',
  'ended',
] as const;
export type AgreementState = (typeof AGREEMENT_STATES)[number];

type AgreementActor = 'client' | 'artist' | 'system';

export const AGREEMENT_EVENTS = [
  'offer',
  'take_back',
  'ask_change',
  /** The first of two signatures, and the second. */
  'sign',
  'countersign',
  'end',
  /** The request was closed. */
  'close',
] as const;
export type AgreementEvent = (typeof AGREEMENT_EVENTS)[number];

const BOTH = ['client', 'artist'] as const;
const UNSIGNED = ['offered', 'change_asked', 'signed_by_one'] as const;

/** Every move there is; what is in none of them is refused. */
const MOVES: readonly Move<AgreementState, AgreementEvent, AgreementActor>[] = [
  { event: 'offer', by: ['artist'], from: ['draft', ...UNSIGNED, 'ended'], to: 'offered' },
  { event: 'offer', by: ['artist'], from: ['in_force', 'amending'], to: 'amending' },
  { event: 'take_back', by: ['artist'], from: UNSIGNED, to: 'draft' },
  { event: 'take_back', by: ['artist'], from: ['amending'], to: 'in_force' },
  { event: 'ask_change', by: ['client'], from: UNSIGNED, to: 'change_asked' },
  { event: 'ask_change', by: ['client'], from: ['amending'], to: 'amending' },
  { event: 'sign', by: BOTH, from: ['offered'], to: 'signed_by_one' },
  { event: 'sign', by: BOTH, from: ['amending'], to: 'amending' },
  { event: 'countersign', by: BOTH, from: ['signed_by_one', 'amending'], to: 'in_force' },
  { event: 'end', by: BOTH, from: ['in_force', 'amending'], to: 'ended' },
  {
    event: 'close',
    by: ['system'],
    from: AGREEMENT_STATES.filter((state) => state !== 'ended'),
    to: 'ended',
  },
];

/** The state after an event, or null where it is refused. */
export const nextAgreementState = nextBy(MOVES);
