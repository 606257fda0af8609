import { isEmail, pastedEmail } from './email-form.ts';
import { MESSAGES } from './errors.ts';
import { LIMITS } from './limits.ts';
import { charLength } from './text.ts';
import { z } from './zod.ts';

const emailWith = (invalid: string) =>
  z
    .string(invalid)
    .overwrite(pastedEmail)
    .refine(isEmail, invalid)
    .refine((text) => charLength(text) <= LIMITS.email, MESSAGES.email_too_long);

/** An email address as the quote form, sign-in and sign-up take it (section 5). */
export const emailSchema = emailWith(MESSAGES.email_invalid);

/** The newsletter's address has a sentence of its own (section 5). */
export const newsletterSchema = z.object({ email: emailWith(MESSAGES.newsletter_email_invalid) });
