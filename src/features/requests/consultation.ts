import { emailSchema } from '#lib/email.ts';
import { MESSAGES } from '#lib/errors.ts';
import { LIMITS } from '#lib/limits.ts';
import { optionalLine, requiredLine, requiredText } from '#lib/text.ts';
import { z } from '#lib/zod.ts';

/** A request for a call, in the form's order; the person's rules are those of the quote form (section 5). */
export const consultationSchema = z.object({
  name: requiredLine(1, MESSAGES.name_required, LIMITS.name, MESSAGES.name_too_long),
  email: emailSchema,
  phone: optionalLine(LIMITS.phone, MESSAGES.phone_too_long),
  preferred_time: optionalLine(
    LIMITS.preferredTime,
    `Preferred time must be at most ${LIMITS.preferredTime} characters`,
  ),
  message: requiredText(
    LIMITS.projectMin,
    MESSAGES.project_too_short,
    LIMITS.projectMax,
    MESSAGES.project_too_long,
  ),
});
export type ConsultationField = keyof z.output<typeof consultationSchema>;
export type ConsultationDraft = Record<ConsultationField, string>;
export const CONSULTATION_FIELDS = Object.keys(consultationSchema.shape) as ConsultationField[];

/** One that was typed and not sent, as a browser keeps it. */
export const keptConsultationSchema = z.object({
  draft: z.record(z.enum(CONSULTATION_FIELDS), z.string()),
  /** What it is sent under. */
  key: z.guid(),
});
