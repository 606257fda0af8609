import { emailSchema } from '#lib/email.ts';
import { MESSAGES } from '#lib/errors.ts';
import { LIMITS } from '#lib/limits.ts';
import { BUDGETS, STYLES, SURFACES } from '#lib/options.ts';
import { askedCity } from '#lib/place.ts';
import { optionalLine, requiredLine, requiredText } from '#lib/text.ts';
import { z } from '#lib/zod.ts';
import type { QuoteField } from './quote-fields.ts';

/** The quote form in the order of the specification's section 5; gives trimmed values, empty optionals as null. */
export const quoteSchema = z.object({
  name: requiredLine(1, MESSAGES.name_required, LIMITS.name, MESSAGES.name_too_long),
  email: emailSchema,
  phone: optionalLine(LIMITS.phone, MESSAGES.phone_too_long),
  /** 'New Braunfels tx' is New Braunfels. */
  city: requiredLine(1, MESSAGES.city_required, LIMITS.city, MESSAGES.city_too_long).transform(
    askedCity,
  ),
  project_description: requiredText(
    LIMITS.projectMin,
    MESSAGES.project_too_short,
    LIMITS.projectMax,
    MESSAGES.project_too_long,
  ),
  mural_size: optionalLine(LIMITS.muralSize, MESSAGES.mural_size_too_long),
  surface_type: z.enum(SURFACES, MESSAGES.surface_required),
  style_preference: z.enum(STYLES, MESSAGES.style_required),
  budget_range: z.enum(BUDGETS, MESSAGES.budget_required),
} satisfies Record<QuoteField, z.ZodType>);
