/**
 * A local part of atoms as RFC 5321 has them, one at-sign, a domain with a dot and a last label of two or more letters.
 * No `=?`: mail programs read what begins so as an encoded name (RFC 2047).
 * Deliberately simple, because `private.valid_email` repeats it in SQL and a test runs both over the same cases.
 */
const EMAIL_PATTERN =
  /^(?!.*=\?)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,}$/;

export function isEmail(value: string): boolean {
  return EMAIL_PATTERN.test(value);
}

/** A link that writes to an address, whose local part may have the signs that links are made of (RFC 6068). */
export function mailtoHref(address: string): string {
  const at = address.lastIndexOf('@');
  return `mailto:${encodeURIComponent(address.slice(0, at))}${address.slice(at)}`;
}
