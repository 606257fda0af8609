import { plainNumber } from '#lib/feet.ts';
import { cleaned } from '#lib/visible-text.ts';

/** What stands in a cell of a spreadsheet, as the form of its field would be filled in; null where it is not clear. */
type CellReader = (cell: string) => string | null;

/** A cell as it was before an export put an apostrophe before what a spreadsheet would run (ui/admin-list/csv.ts). */
export function unguarded(cell: string): string {
  return /^'\s*[=+\-@\uff1d\uff0b\uff0d\uff20|%]|^'[\t\r\n]/.test(cell) ? cell.slice(1) : cell;
}

/** Names of entities from no-break space to ÿ, in the order of Unicode. */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const ENTITIES: Record<string, string> = {
  ...Object.fromEntries(LATIN.split(' ').map((name, n) => [name, String.fromCharCode(160 + n)])),
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  trade: '™',
  euro: '€',
};

function entityText(entity: string, name: string): string {
  if (!name.startsWith('#')) return Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] ?? '') : entity;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  // 128 to 159 are meant as Windows has them: &#146; is an apostrophe.
  if (code >= 128 && code < 160) return new TextDecoder('windows-1252').decode(Uint8Array.of(code));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
}
const decoded = (text: string) =>
  text.replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8}\d{0,2});/gi, entityText);

/** A cell as a person reads it: entities of HTML are letters, twice encoded ones too. */
export const cellText = (cell: string): string =>
  cleaned(decoded(decoded(unguarded(asText(cell.trim())))));

/** '="0123"' is how a text that looks like a number is kept one. */
const asText = (cell: string) => /^="([^"]*)"$/.exec(cell)?.[1] ?? cell;

/** What programs write where there is nothing. */
export const isNothing = (cell: string): boolean =>
  /^(\(?null\)?|n\/?a|n\.a\.?|none|not applicable|nil|nan|undefined|tbd|[-–—.?*_/]+|\(blank\)|\\n)$/i.test(
    cell,
  );

/** What a spreadsheet shows where a value was lost. */
export const isLost = (cell: string): boolean =>
  /^(#(N\/A|NAME\?|REF!|VALUE!|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|ERROR!|FIELD!|GETTING_DATA)|#+)$/i.test(
    cell,
  );

/** All digits of '2.105550108E+09'; null for '2.1E+09', whose other digits are gone. */
function wholeOfScientific(text: string): string | null {
  const [, whole = '', part = '', power = ''] =
    /^(\d)(?:[.,](\d+))?E\+?(\d{1,2})$/i.exec(text) ?? [];
  return whole && part.length === Number(power) ? whole + part : null;
}

const WORDS_BEFORE =
  /^(about|approx\.?|around|ca\.?|circa|from|min(imum)?\.?|starting at|at least|over|up to|more than|usd|us\$|\$|~|≈|>)\s*/i;
const WORDS_BEHIND =
  /\s*(\+|plus|-?\s*(years?|yrs?\.?|yr|y|años?|miles?|mi\.?|dollars?|usd|\$)(\s+(of\s+)?experience|\s+old)?|minimum|min\.?|and up|or more)$/i;

/** '7 years', '$1,500', '10+' and '1.5k' are whole numbers; ranges and other words are not clear. */
export const wholeCell: CellReader = (cell) => {
  let text = cell;
  for (let n = 0; n < 3; n += 1)
    text = text.replace(WORDS_BEFORE, '').replace(WORDS_BEHIND, '').trim();
  const [, thousands] = /^(\d{1,4}(?:\.\d)?)\s*k$/i.exec(text) ?? [];
  const number = thousands
    ? String(Number(thousands) * 1000)
    : (plainNumber(text) ?? wholeOfScientific(text));
  return number && /^\d+$/.test(number) ? number.replace(/^0+(?=\d)/, '') : null;
};

/** A number that a spreadsheet took for a quantity is a telephone number where none of its digits is lost. */
export const phoneCell: CellReader = (cell) => {
  const text = cell
    .replace(/^((tel|phone|cell|mobile)?[.:\s]+|')/i, '')
    .replace(/^(\d{7,15})\.0+$/, '$1');
  if (/^\d([.,]\d+)?E\+?\d+$/i.test(text)) return wholeOfScientific(text);
  return /\d/.test(text) ? text : null;
};

const YES = 'yes y true t 1 on public x ✓ ✔ si sí checked verdadero visible'.split(' ');
const NO = 'no n false f 0 off private draft falso unchecked hidden ✗ ✘'.split(' ');

export function yesOrNo(cell: string): boolean | null {
  const word = cell.toLowerCase();
  if (YES.includes(word)) return true;
  return NO.includes(word) ? false : null;
}

const MONTHS = 'jan ene|feb|mar|apr abr|may|jun|jul|aug ago|sep set|oct|nov|dec dic'
  .split('|')
  .map((names) => names.split(' '));
const MONTH_NAME =
  /^(january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre|ene|abr|ago|dic|set)$/;

function monthOf(word: string): number {
  const name = word.toLowerCase();
  return MONTH_NAME.test(name)
    ? MONTHS.findIndex((names) => names.includes(name.slice(0, 3))) + 1
    : 0;
}

/** '24' is 2024, '98' is 1998: the last hundred years. */
function yearOf(text: string, now: Date): number {
  const year = Number(text);
  return text.length === 4 ? year : year + (year <= (now.getUTCFullYear() % 100) + 1 ? 2000 : 1900);
}

function dayText(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year > 999;
  return isDay ? date.toISOString().slice(0, 10) : null;
}

/** Day 1 of a spreadsheet is the first of January 1900, and it believes that there was a February 29 in that year. */
const serialDay = (days: number) =>
  new Date(Date.UTC(1899, 11, 30 + days)).toISOString().slice(0, 10);
const isSerial = (text: string) => /^[2-6]\d{4}(\.\d+)?$/.test(text);

/** Whether dates such as 13/02/2024 say that a column has the day first. */
export const hasDayFirst = (cells: readonly string[]): boolean =>
  cells.some((cell) => /^(1[3-9]|2\d|3[01])[/.-](0?[1-9]|1[0-2])[/.-](\d{4}|\d{2})\b/.test(cell));

/**
 * A day as the form takes it. The month stands first, as in the United States, unless the column shows otherwise: then
 * only a date that has one reading is clear. A month is enough, a year is not.
 */
export function dateCell(cell: string, dayFirst: boolean, now = new Date()): string | null {
  const text = cell.replace(
    /(\d)(?:T|,?\s+)\d{1,2}:\d{2}(:\d{2})?(\.\d+)?\s*([ap]\.?m\.?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/i,
    '$1',
  );
  const iso =
    /^(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (iso) return dayText(Number(iso[1]), Number(iso[2]), Number(iso[3] ?? 1));
  if (isSerial(text)) return serialDay(Math.floor(Number(text)));
  const numbers = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text);
  if (numbers) {
    const [, first = '', sign, second = '', year = ''] = numbers;
    const [a, b] = [Number(first), Number(second)];
    const unclear = (dayFirst || sign === '.') && a <= 12 && b <= 12 && a !== b;
    if (unclear) return null;
    return a > 12 ? dayText(yearOf(year, now), b, a) : dayText(yearOf(year, now), a, b);
  }
  const month = /^(\d{1,2})[/.-](\d{4})$/.exec(text);
  if (month) return dayText(Number(month[2]), Number(month[1]), 1);
  return wordedDay(text, now);
}

/** Short for Tuesday in Spanish is 'mar', which is March as well. */
const WEEKDAY =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*|lun(?:es)?|martes|mi[eé](?:rcoles)?|jue(?:ves)?|vie(?:rnes)?|s[aá]b(?:ado)?|dom(?:ingo)?)\.?,?\s+/i;

/** 'Dec 2024', '15-Mar-24', 'March 15th, 2024', 'domingo 3 de marzo del 2024'. */
function wordedDay(text: string, now: Date): string | null {
  const words = text
    .replace(WEEKDAY, '')
    .split(/[\s,./-]+|\bof\b|\bdel?\b/)
    .filter(Boolean);
  const at = words.findIndex((word) => monthOf(word) > 0);
  if (at < 0) return null;
  const month = monthOf(words[at] ?? '');
  const others = words
    .toSpliced(at, 1)
    .map((word) => word.replace(/^['’](?=\d{2}$)/, '').replace(/^(\d{1,2})(st|nd|rd|th)$/i, '$1'));
  const year = others.at(-1) ?? '';
  if (!others.every((word) => /^\d{1,2}$|^\d{4}$/.test(word))) return null;
  // 'Dec-24' is how spreadsheets show a month; 'Dec 24' may be a day.
  const isYear = year.length === 4 || others.length === 2 || /-\d{2}$|['’]\d{2}$/.test(text);
  if (others.length > 2 || others.length < 1 || !isYear) return null;
  return dayText(yearOf(year, now), month, others.length === 2 ? Number(others[0]) : 1);
}
