import { MESSAGES } from './errors.ts';
import { LIMITS } from './limits.ts';
import { charLength } from './text.ts';
import { z } from './zod.ts';

/**
 * A plain local part, one at-sign, a domain with a dot and a last label of two or more letters.
 * Deliberately simple, because `private.valid_email` repeats it in SQL and a test runs both over the same cases.
 */
export const EMAIL_PATTERN =
  /^[A-Za-z0-9_+'%-]+(\.[A-Za-z0-9_+'%-]+)*@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,}$/;

export function isEmail(value: string): boolean {
  return EMAIL_PATTERN.test(value);
}

const emailWith = (invalid: string) =>
  z
    .string(invalid)
    .trim()
    .refine(isEmail, invalid)
    .refine((text) => charLength(text) <= LIMITS.email, MESSAGES.email_too_long);

/** An e-mail address as the quote form, sign-in and sign-up take it (section 5). */
export const emailSchema = emailWith(MESSAGES.email_invalid);

/** The newsletter's address has a sentence of its own (section 5). */
export const newsletterSchema = z.object({ email: emailWith(MESSAGES.newsletter_email_invalid) });
