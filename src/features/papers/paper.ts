import { amountOf } from '#lib/amount.ts';
import { isDay } from '#lib/day.ts';
import { MESSAGES } from '#lib/errors.ts';
import { dayLabel, dollars } from '#lib/format.ts';
import { LIMITS } from '#lib/limits.ts';
import { requiredLine } from '#lib/text.ts';
import { z } from '#lib/zod.ts';

/** How far a certificate of insurance is; `private.moves` has what moves it. */
export const PAPER_STATES = ['sent', 'checked', 'refused', 'ended'] as const;
export type PaperState = (typeof PAPER_STATES)[number];

/** A certificate as its artist and admins see it. */
export const paperSchema = z.object({
  id: z.guid(),
  path: z.string(),
  insurer: z.string(),
  /** Whole US dollars. */
  amount: z.number(),
  /** The first day on which it is no longer good. */
  ends_on: z.string(),
  state: z.enum(PAPER_STATES),
  /** Why it was refused. */
  reason: z.string().nullable(),
  created_at: z.string(),
});
export type Paper = z.output<typeof paperSchema>;

/** One that waits for an admin. */
export const waitingPaperSchema = paperSchema.extend({
  artist: z.string(),
  /** The admin's own, which another one decides about. */
  own: z.boolean(),
});
export type WaitingPaper = z.output<typeof waitingPaperSchema>;

/** What a client knows of the papers of the artist whom they have chosen. */
export const agreedPapersSchema = z.object({
  insured: z.boolean(),
  insured_to: z.string().nullable(),
});

/** 'Acme Mutual · $1,000,000 · ends Mar 15, 2027'. */
export const paperFacts = ({ insurer, amount, ends_on }: Paper): string =>
  `${insurer} · ${dollars(amount)} · ends ${dayLabel(ends_on)}`;

const isCoverage = (amount: number) => amount >= 1 && amount <= LIMITS.coverage;

/** What is sent of it, by the rules of `private.send_certificate`; how far off its end may be is for the server to say. */
export const certificateSchema = z.object({
  file: z.custom<Blob>((file) => file instanceof Blob, MESSAGES.paper_missing),
  insurer: requiredLine(1, MESSAGES.insurer_required, LIMITS.insurer, MESSAGES.insurer_too_long),
  amount: z.string().transform(amountOf).refine(isCoverage, MESSAGES.coverage_invalid),
  ends_on: z.string().refine(isDay, MESSAGES.insurance_end_invalid),
});
export type CertificateValues = z.output<typeof certificateSchema>;
