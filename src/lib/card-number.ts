import { plainDigits } from './digits-code.ts';

/*
 * Whether a text has the number of a card, which no text of a job may have, however its digits are written.
 * `private.has_card_number` has the same rule, and tests/db/payments holds them equal.
 */

/** Of Visa, Mastercard, American Express, Diners Club, JCB, Discover, UnionPay, RuPay, Maestro and Mir. */
const CARD =
  /^(4[0-9]{12}|4[0-9]{15}|4[0-9]{18}|5[1-5][0-9]{14}|2(22[1-9]|2[3-9][0-9]|[3-6][0-9]{2}|7[01][0-9]|720)[0-9]{12}|3[47][0-9]{13}|3(0[0-59]|[689][0-9])[0-9]{11,16}|35(2[89]|[3-8][0-9])[0-9]{12,15}|(60|62|65)[0-9]{14,17}|64[4-9][0-9]{13,16}|(5018|5020|5038|5893|6304|6759|676[1-3])[0-9]{9,15}|220[0-4][0-9]{12,15})$/;

/**
 * What is written like money, a day, a time, a phone or ZIP codes is read as that. The first group is what stands
 * before it, because not every browser can look behind.
 */
const OTHERS = [
  /()\$ ?[0-9]{1,7}(?:\.[0-9]{2})?(?![0-9])/g,
  /(^|[^0-9])[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]{2})?(?![0-9])/g,
  /(^|[^0-9])(?:20[0-9]{2}-[0-9]{1,2}-[0-9]{1,2}|[0-9]{1,2}[./-][0-9]{1,2}[./-](?:20)?[0-9]{2}|[0-9]{1,2}:[0-9]{2})(?![0-9])/g,
  /()\+[0-9](?:[ ().-]{0,2}[0-9]){6,14}(?![ ().-]{0,2}[0-9])/g,
  /(^|[^0-9])(?:1[ .-]?)?(?:\([2-9][0-9]{2}\) ?|[2-9][0-9]{2}[ .-])[2-9][0-9]{2}[ .-]?[0-9]{4}(?![0-9])/g,
  /(^|[^0-9-])[0-9]{5}-[0-9]{4}(?![0-9-])/g,
  /(^|[^0-9])[0-9]{5}(?:[,;] ?[0-9]{5})+(?![0-9])/g,
];

const sum = (digits: string, of: (digit: number, at: number) => number) =>
  [...digits].reduce((so, digit, at) => so + of(Number(digit), at), 0);

/** The check digit of cards (Luhn). */
const isLuhn = (digits: string) =>
  sum(digits, (digit, at) => {
    const twice = (digits.length - at) % 2 === 0 ? digit * 2 : digit;
    return twice > 9 ? twice - 9 : twice;
  }) %
    10 ===
  0;

/** The check digit of routing numbers (9 digits) and of CLABE (18). */
export const isBankChecked = (digits: string): boolean =>
  sum(digits, (digit, at) => digit * ([3, 7, 1][at % 3] ?? 0)) % 10 === 0;

const isNumber = (groups: readonly string[]) => {
  const digits = groups.join('');
  if (CARD.test(digits) && isLuhn(digits)) return true;
  const shape = groups.map(({ length }) => length).join('-');
  return /^(18|3-3-11-1|6-6-6|3-3-3-3-3-3)$/.test(shape) && isBankChecked(digits);
};

export function hasCardNumber(typed: string): boolean {
  const text = OTHERS.reduce((left, other) => left.replace(other, '$1x'), plainDigits(typed));
  let end = 0;
  const found = [...text.matchAll(/[0-9]+/g)].map(({ 0: digits, index }) => {
    const gap = text.slice(end, index);
    end = index + digits.length;
    return { digits, apart: gap.length > 20 || /\p{L}/u.test(gap) };
  });
  for (let from = 0; from < found.length; from++) {
    const groups: string[] = [];
    let length = 0;
    for (let at = from; at < found.length && length < 19; at++) {
      const { digits, apart } = found[at] ?? { digits: '', apart: true };
      if (at > from && apart) break;
      groups.push(digits);
      length += digits.length;
      if (length >= 13 && length <= 19 && isNumber(groups)) return true;
    }
  }
  return false;
}
