import { METER_FT } from './meters.ts';

/** '1,200', '1 200', '1.200,50' and '1200.00' as plain digits with a point; '1.200' and '1,5' can mean two numbers. */
export function plainNumber(text: string): string | null {
  if (/^\d+(\.0+)?$/.test(text)) return text.replace(/\..*/, '');
  if (/^\d+\.\d{1,2}$/.test(text) || /^\d+\.\d{4,}$/.test(text)) return text;
  if (/^\d{1,3}([, '’\u00a0\u202f]\d{3})+(\.\d+)?$/.test(text) && !text.startsWith('0'))
    return text.replace(/[^\d.]/g, '').replace(/\.0+$/, '');
  if (/^\d{1,3}(\.\d{3})+,\d+$/.test(text))
    return text.replaceAll('.', '').replace(',', '.').replace(/\.0+$/, '');
  return null;
}

const FRACTIONS: Record<string, number> = {
  '½': 0.5,
  '¼': 0.25,
  '¾': 0.75,
  '⅓': 1 / 3,
  '⅔': 2 / 3,
};
const FOOT = String.raw`(?:'|’|′|ft\.?|feet|foot|pies?)`;
const INCH = String.raw`(?:"|”|″|''|’’|in\.?|inch(?:es)?)`;
const AMOUNT = String.raw`(\d[\d.,]*(?:\s+\d+\/\d+|\s*[½¼¾⅓⅔])?|\d+\/\d+|[½¼¾⅓⅔])`;
const FEET = new RegExp(`^${AMOUNT}\\s*${FOOT}?$`, 'i');
const FEET_INCHES = new RegExp(`^${AMOUNT}\\s*${FOOT}[\\s,-]*${AMOUNT}\\s*${INCH}?$`, 'i');
const INCHES = new RegExp(`^${AMOUNT}\\s*${INCH}$`, 'i');
const METERS = new RegExp(`^${AMOUNT}\\s*(?:m|mts?|met(?:er|re|ro)s?)\\.?$`, 'i');
const CENTIMETERS = new RegExp(`^${AMOUNT}\\s*cm$`, 'i');

/** '12 1/2', '12½', '1,200' and '10,5' as numbers. */
function amount(text = ''): number {
  const [, whole = '', over, under, sign = ''] =
    /^(\d[\d.,]*?)?\s*(?:(\d+)\/(\d+)|([½¼¾⅓⅔]))?$/.exec(text) ?? [];
  const fraction = over ? Number(over) / Number(under) : (FRACTIONS[sign] ?? 0);
  if (!whole) return over || sign ? fraction : Number.NaN;
  const decimal = /^\d+[.,]\d{0,2}$|^0[.,]\d+$/.test(whole)
    ? whole.replace(',', '.')
    : plainNumber(whole);
  return decimal === null ? Number.NaN : Number(decimal) + fraction;
}

/**
 * A length in feet, to a tenth, however it is measured: '24', "20' 6\"", '12½ ft', '240 in', '7,3 m'. NaN for other text.
 */
export function feetIn(text: string): number {
  const typed = text.trim().replace(/^[.,](?=\d)/, '0.');
  const [, feet, inches] = FEET_INCHES.exec(typed) ?? [];
  const one = (pattern: RegExp) => amount(pattern.exec(typed)?.[1]);
  const known = [
    feet && inches ? amount(feet) + amount(inches) / 12 : Number.NaN,
    one(FEET),
    one(INCHES) / 12,
    one(METERS) * METER_FT,
    (one(CENTIMETERS) * METER_FT) / 100,
  ].find(Number.isFinite);
  return known === undefined ? Number.NaN : Math.round(known * 10) / 10;
}
