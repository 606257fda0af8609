import { type Call, emailOf, jsonBody } from '../call/call.ts';
import { authRefusal } from '../call/responses.ts';

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

/** @throws Refused, in upstream's words, for an address that no account may have. */
export function checkEmail(email: string): void {
  if ([...email].length > LONGEST_EMAIL)
    throw authRefusal(400, 'validation_failed', 'An email address is too long');
  if (!isEmail(email))
    throw authRefusal(400, 'validation_failed', 'Unable to validate email address: invalid format');
}

/**
 * The address that a call names.
 * @throws Refused for one that no account may have.
 */
export function emailIn(call: Call): string {
  const email = emailOf(jsonBody(call));
  checkEmail(email);
  return email;
}
