import { type Call, emailOf, jsonBody } from '../call/call.ts';
import { authError } from '../call/responses.ts';

/** In characters; the specification's bound (section 5). */
const LONGEST_EMAIL = 255;

/**
 * The form of an address that an account may have: the rule of `src/lib/email.ts` and `private.valid_email`, which
 * leaves no room for angle brackets, double quotes, white space or control characters. A test runs all three over the same cases.
 */
const EMAIL =
  /^(?!.*=\?)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,}$/;

export function isEmail(value: string): boolean {
  return value.length <= LONGEST_EMAIL && EMAIL.test(value);
}

/** The refusal of an address, in upstream's words; null for one that an account may have. */
export function refuseEmail(email: string): Response | null {
  if ([...email].length > LONGEST_EMAIL)
    return authError(400, 'validation_failed', 'An email address is too long');
  if (isEmail(email)) return null;
  return authError(400, 'validation_failed', 'Unable to validate email address: invalid format');
}

/** The address that a call names, or the refusal of it. */
export function emailIn(call: Call): string | Response {
  const email = emailOf(jsonBody(call));
  return refuseEmail(email) ?? email;
}
