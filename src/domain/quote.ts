import { z } from 'zod';
import { isEmail } from './email.ts';
import { MESSAGES } from './errors.ts';
import { LIMITS } from './limits.ts';
import { BUDGETS, STYLES, SURFACES } from './options.ts';

const optionalText = (max: number, message: string) =>
  z
    .string()
    .trim()
    .max(max, message)
    .transform((text) => text || null);

/** An e-mail address as every form takes it (section 5). */
export const emailSchema = z
  .string()
  .trim()
  .max(LIMITS.email, MESSAGES.email_too_long)
  .refine(isEmail, MESSAGES.email_invalid);

/** The quote form in the order of the specification's section 5; gives trimmed values, empty optionals as null. */
export const quoteSchema = z.object({
  name: z.string().trim().min(1, MESSAGES.name_required).max(LIMITS.name, MESSAGES.name_too_long),
  email: emailSchema,
  phone: optionalText(LIMITS.phone, MESSAGES.phone_too_long),
  city: z.string().trim().min(1, MESSAGES.city_required).max(LIMITS.city, MESSAGES.city_too_long),
  project_description: z
    .string()
    .trim()
    .min(LIMITS.projectMin, MESSAGES.project_too_short)
    .max(LIMITS.projectMax, MESSAGES.project_too_long),
  mural_size: optionalText(LIMITS.muralSize, MESSAGES.mural_size_too_long),
  surface_type: z.enum(SURFACES, MESSAGES.surface_required),
  style_preference: z.enum(STYLES, MESSAGES.style_required),
  budget_range: z.enum(BUDGETS, MESSAGES.budget_required),
});

export type QuoteInput = z.input<typeof quoteSchema>;
export type Quote = z.output<typeof quoteSchema>;
export type QuoteField = keyof Quote;
export const QUOTE_FIELDS = Object.keys(quoteSchema.shape) as QuoteField[];

export interface Violation<Field extends string = string> {
  field: Field;
  message: string;
}

/** All violations in form order, one a field; the first is the one the toast shows (section 5). */
export function violations<Field extends string>(
  error: z.ZodError,
  order: readonly Field[],
): Violation<Field>[] {
  return order.flatMap((field) => {
    const issue = error.issues.find((i) => i.path[0] === field);
    return issue ? [{ field, message: issue.message }] : [];
  });
}
