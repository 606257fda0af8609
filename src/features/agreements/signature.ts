import { sixDigits } from '#lib/digits-code.ts';
import { MESSAGES } from '#lib/errors.ts';
import { LIMITS } from '#lib/limits.ts';
import { requiredLine } from '#lib/text.ts';
import { z } from '#lib/zod.ts';
import { agreementSchema } from './agreement.ts';

/** Who signed a version, and when. */
export const signatureSchema = z.object({
  side: z.enum(['client', 'artist']),
  name: z.string(),
  /** The artist's second tick, where VARA rights are waived. */
  waives: z.boolean(),
  signed_at: z.string(),
});
export type Signature = z.output<typeof signatureSchema>;

/** A version with the SHA-256 of its body as it is stored, as both sides see it. */
export const versionSchema = z.object({
  version: z.number(),
  body: z
    .string()
    .transform((body) => JSON.parse(body))
    .pipe(agreementSchema),
  hash: z.string(),
  created_at: z.string(),
  signatures: z.array(signatureSchema),
});
export type AgreementVersion = z.output<typeof versionSchema>;

/** What a signature takes: a waiver where the agreement has one, and the six digits of an email from a guest. */
export const signatureDraftSchema = (asks: { waiving: boolean; byCode: boolean }) =>
  z.object({
    name: requiredLine(1, MESSAGES.name_required, LIMITS.name, MESSAGES.name_too_long),
    waives: z.boolean().refine((ticked) => ticked || !asks.waiving, MESSAGES.waiver_required),
    code: asks.byCode ? sixDigits() : z.string(),
  });
export type SignatureDraft = z.output<ReturnType<typeof signatureDraftSchema>>;
export const SIGNATURE_FIELDS = ['name', 'waives', 'code'] as const;
