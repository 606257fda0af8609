/** One column of an export: its heading and how a row fills it. */
export interface CsvColumn<Row> {
  header: string;
  value: (row: Row) => CsvValue;
}
type CsvValue = string | number | boolean | null | readonly string[];

/** What makes a spreadsheet read a cell as a formula, full-width forms and leading white space included. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20|%]|^[\t\r\n]/;

/**
 * A cell that every spreadsheet shows as text: quoted where needed, and with an apostrophe before anything that
 * would run as a formula, because leads and profiles are typed by strangers. Numbers stay numbers.
 */
export function csvCell(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : value.join('; ');
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",;\r\n\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A CSV file (RFC 4180) that opens right in Excel too: byte order mark, CRLF, headings first. */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map((column) => csvCell(column.header)),
    ...rows.map((row) => columns.map((column) => csvCell(column.value(row)))),
  ];
  return `\ufeff${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`;
}
