import { AGREEMENT_STATES } from '#features/agreements/agreement-states.ts';
import { SKETCH_STATES } from '#features/sketches/sketch.ts';
import { z } from '#lib/zod.ts';

/** How a job ended before it was painted, and whether both had signed an agreement. */
const calledOffSchema = z.object({
  by: z.enum(['client', 'artist']),
  reason: z.string().nullable(),
  at: z.string(),
  signed: z.boolean(),
});
export type CalledOffJob = z.output<typeof calledOffSchema>;

/** The two whom a request brings together. */
export type RequestSide = 'client' | 'artist';

/** What a side does next, as private.job_turns says it; the first two before an artist is chosen, on the client's page alone. */
const ACTIONS = [
  'choose_artist',
  'choose_proposal',
  'answer_proposal',
  'answer',
  'propose',
  'finish',
  'confirm_painted',
  'change_agreement',
  'sign_agreement',
  'pay_part',
  'confirm_payment',
  'settle_payment',
  'ask_for_payment',
  'send_sketch',
  'answer_sketch',
  'approve_sketch',
  'answer_reopen',
  'write_agreement',
  'mark_painted',
  'renew_papers',
  'paint',
  'review',
  'reply_review',
] as const;
export type Action = (typeof ACTIONS)[number];

export const turnSchema = z.object({
  action: z.enum(ACTIONS),
  /** It is their turn now; else only what comes next. */
  waits: z.boolean(),
  /** Dollars, or the stars of a review. */
  amount: z.number().nullable(),
  /** Of which part of the price. */
  label: z.string().nullable(),
  /** Of the agreement or the sketch. */
  version: z.number().nullable(),
  since: z.string().nullable(),
  until: z.string().nullable(),
});
export type Turn = z.output<typeof turnSchema>;

const STEP_STATES = ['done', 'now', 'ahead', 'skipped'] as const;
export type StepState = (typeof STEP_STATES)[number];

/** Where the job of an artist and a client stands, for one of the two. */
export const jobSchema = z.object({
  /** Another one after every change. */
  version: z.string(),
  /** Of the assignment, and whether both say that the wall is painted. */
  state: z.string(),
  confirmed: z.boolean(),
  starts_on: z.string().nullable(),
  /** Of the six steps, at most one of which is the present one. */
  steps: z.array(z.enum(STEP_STATES)),
  turns: z.object({ client: turnSchema.nullable(), artist: turnSchema.nullable() }),
  /** What the reader may do now. */
  can: z.array(z.string()),
  called_off: calledOffSchema.nullish(),
  /** Null before one is offered. */
  agreement: z.object({ state: z.enum(AGREEMENT_STATES) }).nullable(),
  /** Null where none was sent and nothing keeps the artist from it. */
  sketches: z.object({ state: z.enum(SKETCH_STATES), versions: z.number() }).nullable(),
});
export type Job = z.output<typeof jobSchema>;
/** The part of it that the line of steps shows. */
export type Standing = Pick<Job, 'steps' | 'turns'>;
