import { hasCardNumber, isBankChecked } from './card-number.ts';
import { plainDigits } from './digits-code.ts';

/*
 * Whether a text seems to have the number of a card or of a bank account, which is kept nowhere. Both have check digits,
 * or words beside them: other long numbers (phones, ZIP+4, receipts, permits, days) are fine.
 * `private.has_account_number` has the same rule, and tests/db/payments holds them equal.
 */

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

const isIban = (text: string) => {
  const bare = text.replaceAll(' ', '');
  const turned = bare.slice(4) + bare.slice(0, 4);
  const figures = turned.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return bare.length >= 15 && BigInt(figures) % 97n === 1n;
};

/** Whether a number beside "account" or "routing" is one, and not a phone. */
const isNamed = (run: string, text: string) =>
  !PHONE.test(run) && !(run.length === 10 && PHONE_WORD.test(text));

export function hasAccountNumber(typed: string): boolean {
  const text = plainDigits(typed);
  if (hasCardNumber(typed)) return true;
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
