import { LIMITS } from '#lib/limits.ts';
import { type Move, nextBy } from '#lib/moves.ts';
import { z } from '#lib/zod.ts';

/**
 * How far the sketches of a job are. `private.sketch_moves` has the same moves;
 * tests/db/moves.test.ts compares all pairs of state and event.
 */
export const SKETCH_STATES = [
  'locked',
  'open',
  'changes_asked',
  'approved',
  'client_reopens',
  'artist_reopens',
] as const;
export type SketchState = (typeof SKETCH_STATES)[number];

type Actor = 'client' | 'artist' | 'system';
export type SketchSide = Exclude<Actor, 'system'>;

export const SKETCH_EVENTS = [
  'unlock',
  'send',
  'pin',
  'ask_changes',
  'approve',
  'offer_round',
  'agree_round',
  'reopen',
  'keep',
] as const;
export type SketchEvent = (typeof SKETCH_EVENTS)[number];

const AT_WORK = ['open', 'changes_asked'] as const;

/** Every move there is; what is in none of them is refused. */
const MOVES: readonly Move<SketchState, SketchEvent, Actor>[] = [
  { event: 'unlock', by: ['system'], from: ['locked'], to: 'open' },
  { event: 'send', by: ['artist'], from: AT_WORK, to: 'open' },
  { event: 'pin', by: ['client', 'artist'], from: AT_WORK },
  { event: 'ask_changes', by: ['client'], from: ['open'], to: 'changes_asked' },
  { event: 'approve', by: ['client'], from: AT_WORK, to: 'approved' },
  { event: 'offer_round', by: ['artist'], from: AT_WORK },
  { event: 'agree_round', by: ['client'], from: AT_WORK },
  // One side asks, the other agrees by asking too.
  { event: 'reopen', by: ['client'], from: ['approved', 'client_reopens'], to: 'client_reopens' },
  { event: 'reopen', by: ['artist'], from: ['approved', 'artist_reopens'], to: 'artist_reopens' },
  { event: 'reopen', by: ['client'], from: ['artist_reopens'], to: 'open' },
  { event: 'reopen', by: ['artist'], from: ['client_reopens'], to: 'open' },
  {
    event: 'keep',
    by: ['client', 'artist'],
    from: ['approved', 'client_reopens', 'artist_reopens'],
    to: 'approved',
  },
];

/** The state after an event, or null where it is refused. */
export const nextSketchState = nextBy(MOVES);

const pointSchema = z.tuple([z.number(), z.number()]);

const pinSchema = z.object({
  id: z.guid(),
  side: z.enum(['client', 'artist']),
  /** In shares of the picture. */
  x: z.number(),
  y: z.number(),
  body: z.string(),
  created_at: z.string(),
  /** Of one's own: the page knows what it has sent by that. */
  key: z.guid().nullable(),
});

const versionSchema = z.object({
  number: z.number(),
  /** The SHA-256 of its picture. */
  hash: z.string(),
  path: z.string(),
  /** The photo of the wall that it is laid on; null where there is none, or none any more. */
  wall: z.string().nullable(),
  corners: z.tuple([pointSchema, pointSchema, pointSchema, pointSchema]).nullable(),
  strength: z.number().nullable(),
  created_at: z.string(),
  pins: z.array(pinSchema),
});
export type SketchVersion = z.output<typeof versionSchema>;

/** The sketches of a job, as one side sees them. */
export const sketchesSchema = z.object({
  side: z.enum(['client', 'artist']),
  state: z.enum(SKETCH_STATES),
  /** Before the wall is painted. */
  writable: z.boolean(),
  approved: z.number().nullable(),
  approved_hash: z.string().nullable(),
  rounds: z.number(),
  rounds_left: z.number(),
  /** What the artist asks for a further round. */
  offer: z.object({ id: z.guid(), amount: z.number() }).nullable(),
  versions: z.array(versionSchema),
  events: z.array(
    z.object({
      id: z.number(),
      event: z.string(),
      actor: z.enum(['client', 'artist']),
      version: z.number().nullable(),
      /** What the client wrote to the wish for changes. */
      note: z.string().nullable(),
      created_at: z.string(),
    }),
  ),
});
export type Sketches = z.output<typeof sketchesSchema>;

/** Whether the reader can do this now, as far as the state says. */
export const allowsSketchEvent = (
  { state, side, writable }: Sketches,
  event: SketchEvent,
): boolean => writable && nextSketchState(state, event, side) !== null;

/** Whether the other side has asked to reopen what is approved, and waits for an answer. */
export const isAskedToReopen = ({ state, side }: Sketches): boolean =>
  state === (side === 'client' ? 'artist_reopens' : 'client_reopens');

/** What stands above the sketches. */
export function stateLine({ side, state, versions, approved }: Sketches): string {
  const latest = versions.at(-1)?.number ?? 0;
  switch (state) {
    case 'locked':
      return 'Locked until the design fee is received';
    case 'open':
      if (latest === 0) return 'No sketch yet';
      return side === 'client'
        ? `Version ${latest}: waiting for your answer`
        : `Version ${latest} is sent. Waiting for the client’s answer.`;
    case 'changes_asked':
      return side === 'client'
        ? `You asked for changes to version ${latest}`
        : `The client wants changes to version ${latest}`;
    case 'approved':
      return `Version ${approved} is approved`;
    case 'client_reopens':
      return `Version ${approved} is approved; the client asks to reopen it`;
    case 'artist_reopens':
      return `Version ${approved} is approved; the artist asks to reopen it`;
  }
}

/** A comment that is typed or on its way, with the place that it is about. */
export const keptPinSchema = z.object({
  version: z.number().int().positive(),
  x: z.number().min(0).max(1),
  y: z.number().min(0).max(1),
  body: z.string().max(LIMITS.pin * 4),
  key: z.guid(),
  /** Its writer has pressed the button: it goes out as soon as it can. */
  sent: z.boolean(),
});
export type KeptPin = z.output<typeof keptPinSchema>;

/** A sketch that was drawn anew for the web and has not left yet, with where it is laid on the wall. */
export const chosenSketchSchema = z.object({
  hash: z.string(),
  /** What it is sent under: the same again for the same sketch, also after a reload. */
  key: z.guid(),
  place: z
    .object({
      wall: z.string(),
      corners: z.tuple([pointSchema, pointSchema, pointSchema, pointSchema]),
      strength: z.number(),
    })
    .nullable(),
});
export type ChosenSketch = z.output<typeof chosenSketchSchema> & { picture: Blob };
