/** Decimal digits that NFKC leaves as they are: Arabic, Persian, Hindi. */
const DIGITS = '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९';

/** A text with its digits, spaces and letters in their plain form. `private.plain_digits` has the same. */
export const plainDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[٠-٩۰-۹०-९]/g, (digit) => String(DIGITS.indexOf(digit) % 10))
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '');

/** The six digits of a code as people paste it: '123 456', '123-456.', 'Code: 123456'; '' for what has no six. */
export function codeDigits(text: string): string {
  const plain = plainDigits(text);
  const digits = plain.replace(/[^0-9]/g, '');
  if (digits.length === 6) return digits;
  const [, alone = ''] = /(?:^|[^0-9])([0-9]{6})(?![0-9])/.exec(plain) ?? [];
  return alone;
}
