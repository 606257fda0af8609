import { AGREEMENT_STATES } from '#features/agreements/agreement-states.ts';
import { DUE_KEYS } from '#features/agreements/payment-parts.ts';
import { PAYMENT_STATES } from '#features/payments/payment-states.ts';
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

/** Where the job of an artist and a client stands, for one of the two. */
export const jobSchema = z.object({
  /** Another one after every change. */
  version: z.string(),
  /** Of the assignment, and whether both say that the wall is painted. */
  state: z.string(),
  confirmed: z.boolean(),
  starts_on: z.string().nullable(),
  called_off: calledOffSchema.nullish(),
  /** Null before one is offered. */
  agreement: z
    .object({
      state: z.enum(AGREEMENT_STATES),
      mine_signed: z.boolean(),
      theirs_signed: z.boolean(),
      change_asked: z.boolean(),
    })
    .nullable(),
  /** Null where none was sent and nothing keeps the artist from it. */
  sketches: z
    .object({ state: z.enum(SKETCH_STATES), versions: z.number(), rounds_left: z.number() })
    .nullable(),
  /** The next part that is neither received nor waived. */
  payment: z
    .object({
      label: z.string(),
      amount: z.number(),
      state: z.enum(PAYMENT_STATES),
      due: z.enum(DUE_KEYS),
    })
    .nullable(),
});
export type Job = z.output<typeof jobSchema>;
