import { LIMITS } from '#lib/limits.ts';
import { z } from '#lib/zod.ts';

/** How far the sketches of a job are; `private.moves` has what moves them. */
export const SKETCH_STATES = [
  'locked',
  'open',
  'changes_asked',
  'approved',
  'client_reopens',
  'artist_reopens',
] as const;

export type SketchSide = 'client' | 'artist';

const point = z.tuple([z.number(), z.number()]);
const corners = z.tuple([point, point, point, point]);

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
  corners: corners.nullable(),
  strength: z.number().nullable(),
  created_at: z.string(),
  pins: z.array(pinSchema),
});
export type SketchVersion = z.output<typeof versionSchema>;

/** The sketches of a job, as one side sees them. */
export const sketchesSchema = z.object({
  side: z.enum(['client', 'artist']),
  state: z.enum(SKETCH_STATES),
  /** What the reader may do now; nothing once the wall is painted. */
  can: z.array(z.string()),
  approved: z.number().nullable(),
  approved_hash: z.string().nullable(),
  rounds: z.number(),
  rounds_left: z.number(),
  /** What the artist asks for a further round. */
  offer: z.object({ id: z.guid(), amount: z.number() }).nullable(),
  versions: z.array(versionSchema),
  /** `note` is what the client wrote to a wish for changes. */
  events: z.array(
    z.object({ id: z.number(), version: z.number().nullable(), note: z.string().nullable() }),
  ),
});
export type Sketches = z.output<typeof sketchesSchema>;

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
  /** The photo of the wall by its path, and where on it. */
  place: z.object({ wall: z.string(), corners, strength: z.number() }).nullable(),
});
export type ChosenSketch = z.output<typeof chosenSketchSchema> & { picture: Blob };
