import { z } from '#lib/zod.ts';

/** Who signed a version, and when. */
export const signatureSchema = z.object({
  side: z.enum(['client', 'artist']),
  name: z.string(),
  /** The artist's second tick, where VARA rights are waived. */
  waives: z.boolean(),
  signed_at: z.string(),
});
export type Signature = z.output<typeof signatureSchema>;

/** A version with the SHA-256 of its stored body, as both sides see it. */
export const versionSchema = z.object({
  version: z.number(),
  body: z.string(),
  hash: z.string(),
  created_at: z.string(),
  signatures: z.array(signatureSchema),
});
export type Version = z.output<typeof versionSchema>;
