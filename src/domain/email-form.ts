/**
 * A plain local part, one at-sign, a domain with a dot and a last label of two or more letters.
 * Deliberately simple, because `private.valid_email` repeats it in SQL and a test runs both over the same cases.
 */
const EMAIL_PATTERN =
  /^[A-Za-z0-9_+'%-]+(\.[A-Za-z0-9_+'%-]+)*@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,}$/;

export function isEmail(value: string): boolean {
  return EMAIL_PATTERN.test(value);
}
