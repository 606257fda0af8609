import { z } from '#lib/zod.ts';

/** What can wait for an artist, the most pressing first; as private.artist_needs. */
export const NEEDS = [
  'dispute',
  'confirm',
  'accepted',
  'answer',
  'message',
  'proposal_ends',
  'painted',
  'proposal_ended',
  'review',
] as const;

const needSchema = z.object({
  kind: z.enum(NEEDS),
  lead_id: z.guid(),
  at: z.string(),
  /** The day until which, or since which; where there is one. */
  until: z.string().nullable(),
  /** How many messages, or stars of a review. */
  count: z.number(),
  city: z.string().nullable(),
  project: z.string(),
});
export type Need = z.output<typeof needSchema>;

const numbers = {
  requests: z.number(),
  /** First answers. */
  answers: z.number(),
  /** Proposals that were accepted. */
  accepted: z.number(),
  /** The median until a first answer; null without one. */
  hours: z.number().nullable(),
  /** Of the artist's page. */
  views: z.number(),
};
const daySchema = z.object({ day: z.string(), ...numbers });
export type DayNumbers = z.output<typeof daySchema>;
const monthSchema = z.object({
  month: z.string(),
  ...numbers,
  /** Of its requests: how many have an accepted proposal by now. */
  won: z.number(),
});

/** A picture or a mural, and how often it was looked at in the month and in the one before. */
const lookedSchema = z.object({
  url: z.string().nullable(),
  title: z.string().nullable(),
  views: z.number(),
  before: z.number(),
});
export type Looked = z.output<typeof lookedSchema>;

export const myDaySchema = z.object({
  needs: z.array(needSchema),
  /** How many there are; `needs` has the first of them. */
  waiting: z.number(),
  month: monthSchema.extend({ days: z.array(daySchema) }),
  before: monthSchema,
  pictures: z.array(lookedSchema),
  murals: z.array(lookedSchema),
});
export type MyDay = z.output<typeof myDaySchema>;
