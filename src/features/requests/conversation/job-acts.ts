import type { RequestSide } from '#features/jobs/job.ts';
import { dollars } from '#lib/format.ts';
import { z } from '#lib/zod.ts';

/** Something that was done about the agreement, the payments or the sketches of a job. */
export const jobActSchema = z.object({
  act: z.string(),
  actor: z.enum(['client', 'artist']),
  version: z.number().nullable(),
  amount: z.number().nullable(),
  /** What was written to it. */
  reason: z.string().nullable(),
  created_at: z.string(),
});
export type JobAct = z.output<typeof jobActSchema>;

type Words = (act: { who: string; version: number; sum: string }) => string;
const LINES: Record<string, Words> = {
  agreement_offer: ({ who, version }) => `${who} sent version ${version} of the agreement`,
  agreement_sign: ({ who, version }) => `${who} signed version ${version} of the agreement`,
  payment_ask: ({ who, sum }) => `${who} asked for ${sum}`,
  payment_report: ({ who, sum }) => `${who} reported a payment of ${sum}`,
  payment_receive: ({ who, sum }) => `${who} received ${sum}`,
  payment_dispute: ({ who, sum }) => `${who} disputed the payment of ${sum}`,
  payment_waive: ({ who, sum }) => `${who} waived ${sum}`,
  sketch_send: ({ who, version }) => `${who} sent version ${version} of the sketch`,
  sketch_ask_changes: ({ who, version }) => `${who} asked for changes to sketch ${version}`,
  sketch_approve: ({ who, version }) => `${who} approved version ${version} of the sketch`,
  sketch_offer_round: ({ who }) => `${who} offered a further round of changes`,
  sketch_agree_round: ({ who }) => `${who} agreed to a further round of changes`,
  sketch_reopen: ({ who }) => `${who} asked to reopen the sketch`,
  sketch_keep: ({ who }) => `${who} kept the sketch approved`,
};

/** An act as a line of a conversation, for the side that reads it; null for what needs none. */
export function jobActLine(
  { act, actor, version, amount }: JobAct,
  side: RequestSide,
  artist: string,
): string | null {
  const other = actor === 'client' ? 'The client' : artist;
  const who = actor === side ? 'You' : other;
  return LINES[act]?.({ who, version: version ?? 0, sum: dollars(amount ?? 0) }) ?? null;
}
