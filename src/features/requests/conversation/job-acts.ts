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
type JobAct = z.output<typeof jobActSchema>;

interface Facts {
  who: string;
  version: number;
  sum: string;
}
/** What the reader did, and what the other did. */
type Words = readonly [mine: (act: Facts) => string, other: (act: Facts) => string];
const LINES: Record<string, Words> = {
  agreement_offer: [
    ({ version }) => `You sent version ${version} of the agreement`,
    ({ who, version }) => `${who} sent version ${version} of the agreement`,
  ],
  agreement_sign: [
    ({ version }) => `You signed version ${version} of the agreement`,
    ({ who, version }) => `${who} signed version ${version} of the agreement`,
  ],
  payment_ask: [({ sum }) => `You asked for ${sum}`, ({ who, sum }) => `${who} asked for ${sum}`],
  payment_report: [
    ({ sum }) => `You reported a payment of ${sum}`,
    ({ who, sum }) => `${who} reported a payment of ${sum}`,
  ],
  payment_receive: [({ sum }) => `You received ${sum}`, ({ who, sum }) => `${who} received ${sum}`],
  payment_dispute: [
    ({ sum }) => `You disputed the payment of ${sum}`,
    ({ who, sum }) => `${who} disputed the payment of ${sum}`,
  ],
  payment_waive: [({ sum }) => `You waived ${sum}`, ({ who, sum }) => `${who} waived ${sum}`],
  sketch_send: [
    ({ version }) => `You sent version ${version} of the sketch`,
    ({ who, version }) => `${who} sent version ${version} of the sketch`,
  ],
  sketch_ask_changes: [
    ({ version }) => `You asked for changes to sketch ${version}`,
    ({ who, version }) => `${who} asked for changes to sketch ${version}`,
  ],
  sketch_approve: [
    ({ version }) => `You approved version ${version} of the sketch`,
    ({ who, version }) => `${who} approved version ${version} of the sketch`,
  ],
  sketch_offer_round: [
    () => 'You offered a further round of changes',
    ({ who }) => `${who} offered a further round of changes`,
  ],
  sketch_agree_round: [
    () => 'You agreed to a further round of changes',
    ({ who }) => `${who} agreed to a further round of changes`,
  ],
  sketch_reopen: [
    () => 'You asked to reopen the sketch',
    ({ who }) => `${who} asked to reopen the sketch`,
  ],
  sketch_keep: [
    () => 'You kept the sketch approved',
    ({ who }) => `${who} kept the sketch approved`,
  ],
};

/** An act as a line of a conversation, for the side that reads it; null for what needs none. */
export function jobActLine(
  { act, actor, version, amount }: JobAct,
  side: RequestSide,
  artist: string,
): string | null {
  const words = LINES[act]?.[actor === side ? 0 : 1];
  const who = actor === 'client' ? 'The client' : artist;
  return words?.({ who, version: version ?? 0, sum: dollars(amount ?? 0) }) ?? null;
}
