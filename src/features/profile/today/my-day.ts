import { z } from '#lib/zod.ts';

/** What can wait for an artist, the most pressing first; as private.artist_needs. */
export const NEEDS = [
  'finish',
  'confirm_painted',
  'change_agreement',
  'sign_agreement',
  'confirm_payment',
  'settle_payment',
  'send_sketch',
  'answer_reopen',
  'write_agreement',
  'ask_for_payment',
  'answer',
  'message',
  'proposal_ends',
  'mark_painted',
  'renew_papers',
  'proposal_ended',
  'reply_review',
] as const;

const needSchema = z.object({
  kind: z.enum(NEEDS),
  lead_id: z.guid(),
  at: z.string(),
  /** The day until which, or since which; where there is one. */
  until: z.string().nullable(),
  /** How many messages, dollars, or stars of a review. */
  count: z.number(),
  /** As the page of the job says it; null for messages, and proposals that end. */
  turn: z
    .object({
      amount: z.number().nullable(),
      label: z.string().nullable(),
      version: z.number().nullable(),
    })
    .nullable(),
  /** How many there are of its kind. */
  of: z.number(),
  city: z.string().nullable(),
  size: z.string().nullable(),
  surface: z.string().nullable(),
  budget: z.string().nullable(),
  project: z.string(),
});
export type Need = z.output<typeof needSchema>;

const comingSchema = z.object({
  lead_id: z.guid(),
  starts_on: z.string(),
  days: z.number(),
  name: z.string(),
  city: z.string().nullable(),
});

const numbers = {
  requests: z.number(),
  /** First answers. */
  answers: z.number(),
  /** Proposals that were accepted. */
  accepted: z.number(),
  /** Dollars of those, and what was received of any job. */
  booked: z.number(),
  received: z.number(),
  /** The median until a first answer; null without one. */
  hours: z.number().nullable(),
  /** Of the artist's page. */
  views: z.number(),
};
const daySchema = z.object({ day: z.string(), ...numbers });
export type DayNumbers = z.output<typeof daySchema>;
const monthSchema = z.object({ month: z.string(), ...numbers });

export const myDaySchema = z.object({
  /** The first of each kind. */
  needs: z.array(needSchema),
  /** The walls that are painted next. */
  coming: z.array(comingSchema),
  month: monthSchema.extend({ days: z.array(daySchema) }),
  before: monthSchema,
});
export type MyDay = z.output<typeof myDaySchema>;
