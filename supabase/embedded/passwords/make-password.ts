import { randomInt } from 'node:crypto';

/** Without the characters that are read for one another. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
const LENGTH = 20;

/** A password that nobody guesses (116 bits), easy to copy, with the kinds of characters that policies ask for. */
export function makePassword(): string {
  const password = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(
    '',
  );
  return /[a-z]/.test(password) && /[A-Z]/.test(password) && /\d/.test(password)
    ? password
    : makePassword();
}
