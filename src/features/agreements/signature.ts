import { sixDigits } from '#lib/digits-code.ts';
import { MESSAGES } from '#lib/errors.ts';
import { LIMITS } from '#lib/limits.ts';
import { requiredLine } from '#lib/text.ts';
import { momentLabel } from '#lib/wall-time.ts';
import { z } from '#lib/zod.ts';
import { agreementSchema } from './agreement.ts';

/** Who signed a version, and when. */
const signatureSchema = z.object({
  side: z.enum(['client', 'artist']),
  name: z.string(),
  signed_at: z.string(),
});
type Signature = z.output<typeof signatureSchema>;

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

/** What a signature takes: of a guest also the six digits of an email. */
export const signatureDraftSchema = (byCode: boolean) =>
  z.object({
    name: requiredLine(1, MESSAGES.name_required, LIMITS.name, MESSAGES.name_too_long),
    code: byCode ? sixDigits() : z.string(),
  });
export type SignatureDraft = z.output<ReturnType<typeof signatureDraftSchema>>;

/** 'Ana Ruiz, the client, on Nov 27, 2026, 7:40 PM CST'. */
export function signatureLine({ side, name, signed_at }: Signature): string {
  const end = momentLabel(signed_at);
  return side === 'client' ? `${name}, the client, on ${end}` : `${name}, the artist, on ${end}`;
}
