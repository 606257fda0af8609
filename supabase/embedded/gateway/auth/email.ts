import { isEmail, LIMITS } from '#http/account-rules.ts';
import { type Call, emailOf, jsonBody } from '../call/call.ts';
import { authRefusal } from '../call/responses.ts';

/** @throws Refused, in upstream's words, for an address that no account may have. */
export function checkEmail(email: string): void {
  if ([...email].length > LIMITS.email)
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
