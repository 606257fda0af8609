import { MESSAGES } from './errors.ts';
import { z } from './zod.ts';

/** The zeros of all scripts whose digits NFKC leaves as they are, such as Arabic, Hindi and Thai. */
const ZEROS = [
  0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66,
  0x0de6, 0x0e50, 0x0ed0, 0x0f20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90,
  0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0x104a0,
  0x10d30, 0x11066, 0x110f0, 0x11136, 0x111d0, 0x112f0, 0x11450, 0x114d0, 0x11650, 0x116c0, 0x11730,
  0x118e0, 0x11950, 0x11c50, 0x11d50, 0x11da0, 0x16a60, 0x16ac0, 0x16b50, 0x1e140, 0x1e2f0, 0x1e950,
];

const plainDigit = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0;
  const zero = ZEROS.findLast((first) => first <= code) ?? code;
  return code - zero < 10 ? String(code - zero) : digit;
};

/** A text with its digits, spaces and letters in their plain form. `private.plain_digits` has the same. */
export const plainDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/(?![0-9])\p{Nd}/gu, plainDigit);

/** Six digits in two halves beside other numbers; three such groups are a telephone number. */
const HALVES = /(?:^|[^0-9 -]|(?:^|[^0-9])[ -])([0-9]{3})[ -]([0-9]{3})(?![ -]?[0-9])/;

/** The six digits of a code as people paste it: '123 456', '123-456.', 'Code: 123456'; '' for what has no six. */
export function codeDigits(text: string): string {
  const plain = plainDigits(text);
  const digits = plain.replace(/[^0-9]/g, '');
  if (digits.length === 6) return digits;
  const [, alone] = /(?:^|[^0-9])([0-9]{6})(?![0-9])/.exec(plain) ?? [];
  const [, first = '', second = ''] = HALVES.exec(plain) ?? [];
  return alone ?? first + second;
}

/** The six digits of an email, as people paste them. */
export const sixDigits = (message: string = MESSAGES.code_refused) =>
  z
    .string()
    .transform(codeDigits)
    .refine((digits) => digits !== '', message);
