import { plainDigits } from './digits-code.ts';

/*
 * Whether a text seems to have the number of a card or of a bank account, which is kept nowhere. Both have check digits,
 * or words beside them: other long numbers (phones, ZIP+4, receipts, permits, days) are fine.
 * `private.has_account_number` has the same rule, and tests/db/payments holds them equal.
 */

/** Of Visa, Mastercard, American Express, Diners Club, JCB, and of Discover, UnionPay and Maestro. */
const CARD =
  /^(4[0-9]{12}|4[0-9]{15}|4[0-9]{18}|5[1-5][0-9]{14}|2(22[1-9]|2[3-9][0-9]|[3-6][0-9]{2}|7[01][0-9]|720)[0-9]{12}|3[47][0-9]{13}|3(0[0-5]|[689][0-9])[0-9]{11,16}|35[0-9]{14,17}|(50|5[6-9]|6[0-9])[0-9]{11,17})$/;
const ROUTING = /^(0[0-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)[0-9]{7}$/;
const IBAN =
  /(?:^|[^A-Z0-9])([A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?)(?![A-Z0-9])/g;
const NINE = /(?:^|[^0-9+])([0-9]{9})(?![0-9])/g;

/**
 * What looks long and is no account: links, phones of any country, days, ZIP codes, and numbers of papers. The first
 * group is what stands before it, because not every browser can look behind.
 */
const OTHERS = [
  /()https?:\/\/[^ \t\r\n]+/gi,
  /()\+[0-9](?:[ ().\u2010-\u2013-]{0,2}[0-9])*/g,
  /(^|[^0-9])(?:20[0-9]{2}-[0-9]{1,2}-[0-9]{1,2}|[0-9]{1,2}[.-][0-9]{1,2}[.-]20[0-9]{2}|20[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01]))(?![0-9])/g,
  /(^|[^0-9-])[0-9]{5}-[0-9]{4}(?![0-9-])/g,
  /(^|[^A-Za-z])(?:TX|Texas)[ ,.]{1,3}[0-9]{5}[ -]?[0-9]{4}(?![0-9])/g,
  /(^|[^a-z])(?:receipt|invoice|inv|permit|order|ticket|check|cheque|confirmation|conf|ref|reference|transaction|box|recibo|factura|folio|permiso|license)s?[ .:#-]*(?:no|nr|num|number|id)?[ .:#-]*[0-9][0-9-]*/gi,
];
const NAMED =
  /(?:^|[^a-z])(?:routing|account|acct|a\/c|aba|clabe|cuenta)[^0-9+]{0,30}([0-9]([ .\u2010-\u2013-]?[0-9]){5,16})(?![0-9])/gi;
const NAMED_AFTER =
  /(?:^|[^0-9+])([0-9](?:[ .\u2010-\u2013-]?[0-9]){5,16})[^0-9a-z]{0,3}(is |as |= ?)?(my |our |the )?(bank )?(routing|account|acct|aba|clabe|cuenta)(?![a-z])/gi;
/** 210-555-0147, 1 (210) 555-0147. */
const PHONE = /^(1[ .-]?)?[0-9]{3}[ .\u2010-\u2013-][0-9]{3}[ .\u2010-\u2013-]?[0-9]{4}$/;
const PHONE_WORD = /zelle|venmo|cash ?app|phone|cell|call|text|whatsapp/i;

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
const isBankChecked = (digits: string) =>
  sum(digits, (digit, at) => digit * ([3, 7, 1][at % 3] ?? 0)) % 10 === 0;

const isIban = (text: string) => {
  const bare = text.replaceAll(' ', '');
  const turned = bare.slice(4) + bare.slice(0, 4);
  const figures = turned.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return bare.length >= 15 && BigInt(figures) % 97n === 1n;
};

/** Groups as on a card, or all of one length, of which the last may be shorter. */
const isCardShape = (shape: string, first: number, last: number) =>
  /^(4-6-[45]|6-[0-9]+)$/.test(shape) ||
  (last <= first && /^([0-9]+)(-\1)*(-[0-9]+)?$/.test(shape));

const isNumber = (groups: readonly string[]) => {
  const digits = groups.join('');
  const sizes = groups.map(({ length }) => length);
  const shape = sizes.join('-');
  const isShaped = isCardShape(shape, sizes[0] ?? 0, sizes.at(-1) ?? 0);
  if (isShaped && CARD.test(digits) && isLuhn(digits)) return true;
  return /^(18|3-3-11-1|6-6-6|3-3-3-3-3-3)$/.test(shape) && isBankChecked(digits);
};

/** Groups of digits with at most 5 characters between them, none of which is a letter. */
function hasChecked(text: string): boolean {
  let end = 0;
  const found = [...text.matchAll(/[0-9]+/g)].map(({ 0: digits, index }) => {
    const gap = text.slice(end, index);
    end = index + digits.length;
    return { digits, apart: gap.length > 5 || /\p{L}/u.test(gap) };
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

/** Whether a number beside "account" or "routing" is one, and not a phone. */
const isNamed = (run: string, text: string) =>
  !PHONE.test(run) && !(run.length === 10 && PHONE_WORD.test(text));

export function hasAccountNumber(typed: string): boolean {
  const text = plainDigits(typed);
  if (hasChecked(text)) return true;
  const rest = OTHERS.reduce((left, other) => left.replace(other, '$1;'), text);
  return (
    [...rest.matchAll(NINE)].some(
      ([, digits = '']) => ROUTING.test(digits) && isBankChecked(digits),
    ) ||
    [...rest.matchAll(IBAN)].some(([, iban = '']) => isIban(iban)) ||
    [...rest.matchAll(NAMED)].some(([, run = '']) => isNamed(run, rest)) ||
    [...rest.matchAll(NAMED_AFTER)].some(([, run = '']) => isNamed(run, rest))
  );
}
