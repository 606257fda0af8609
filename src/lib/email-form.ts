import { cleaned } from './visible-text.ts';

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

/**
 * An address as people paste it: behind 'mailto:', in angle brackets with a name before them, with the mark that ended
 * its sentence. `private.pasted_email` is the same in SQL.
 */
export function pastedEmail(text: string): string {
  const bare = cleaned(text)
    .replace(/[.,;:]+$/, '')
    .replace(/^[^<>]*<([^<>]*)>$/, '$1')
    .replace(/^mailto:([^?]*).*$/is, '$1');
  return cleaned(bare);
}

/** A link that writes to an address, whose local part may have the signs that links are made of (RFC 6068). */
export function mailtoHref(address: string): string {
  const at = address.lastIndexOf('@');
  return `mailto:${encodeURIComponent(address.slice(0, at))}${address.slice(at)}`;
}
