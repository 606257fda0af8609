/** One record of a CSV file; `line` is where it begins, as an editor counts. */
interface CsvRecord {
  line: number;
  cells: string[];
}

export interface CsvProblem {
  line: number;
  message: string;
}

interface CsvFile {
  records: CsvRecord[];
  problems: CsvProblem[];
}

const SEPARATORS = [',', ';', '\t', '|'] as const;

/** What MS-DOS puts behind a text. */
const END_OF_DOS = '\u001a';
const NO_END = 'A quotation mark is opened here and never closed';
const AFTER_QUOTE = 'Text stands after a closing quotation mark';

/** The separator that the first record uses most outside of quotation marks; Excel writes ';' where ',' is decimal. */
function separatorOf(text: string): string {
  const counts = new Map<string, number>();
  let quoted = false;
  for (const letter of text) {
    if (letter === '"') quoted = !quoted;
    else if (!quoted && /[\r\n]/.test(letter)) break;
    else if (!quoted) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  const used = (separator: string) => counts.get(separator) ?? 0;
  return SEPARATORS.reduce((best, next) => (used(next) > used(best) ? next : best));
}

/**
 * The records of a CSV file (RFC 4180), with or without a byte order mark, separated by commas, semicolons, tabs or bars,
 * its lines ended in any way. A quotation mark inside of an unquoted cell is a letter like others; spaces around a
 * quoted cell are nothing. Records without
 * any text are left out. What cannot be read is named by its line, and its record left out.
 */
export function readCsv(source: string): CsvFile {
  const named = /^\ufeff?sep=(.)\r?\n/.exec(source);
  const text = source.replace(/^\ufeff/, '');
  const separator = named?.[1] ?? separatorOf(text);
  const file: CsvFile = { records: [], problems: [] };
  let at = named ? named[0].length - (source.length - text.length) : 0;
  let line = named ? 2 : 1;
  while (at < text.length) {
    const begun = line;
    const { cells, end, problem, breaks } = readRecord(text, at, separator);
    at = end;
    line += breaks;
    if (problem) file.problems.push({ line: begun + problem.breaks, message: problem.message });
    else if (cells.some((cell) => cell.replaceAll(END_OF_DOS, '').trim()))
      file.records.push({ line: begun, cells });
  }
  return file;
}

interface ReadRecord {
  cells: string[];
  /** Where the next record begins. */
  end: number;
  /** How many lines it took. */
  breaks: number;
  problem: { breaks: number; message: string } | null;
}

function readRecord(text: string, from: number, separator: string): ReadRecord {
  const record: ReadRecord = { cells: [], end: from, breaks: 0, problem: null };
  for (;;) {
    const cell = readCell(text, record.end, separator);
    record.cells.push(cell.value);
    if (cell.open) {
      // All that follows was swallowed by it; the next line is read as if it had been closed.
      const next = /\r\n?|\n/g;
      next.lastIndex = record.end;
      const found = next.exec(text);
      record.problem = { breaks: record.breaks, message: NO_END };
      record.end = found ? next.lastIndex : text.length;
      record.breaks += 1;
      return record;
    }
    record.breaks += cell.breaks;
    record.end = cell.end;
    const after = text[record.end];
    if (after === separator) record.end += 1;
    else if (after === undefined || after === '\r' || after === '\n') {
      record.end += text.startsWith('\r\n', record.end) ? 2 : 1;
      record.breaks += 1;
      return record;
    } else {
      record.problem ??= { breaks: record.breaks, message: AFTER_QUOTE };
      record.end = plainCell(text, record.end, separator).end;
      if (text[record.end] === separator) record.end += 1;
    }
  }
}

interface ReadCell {
  value: string;
  end: number;
  breaks: number;
  open: boolean;
}

/** Spaces before and behind quotation marks, and marks of joined files; a tab is one where it separates nothing. */
function spacesAt(text: string, from: number, separator: string): number {
  let end = from;
  while (' \ufeff'.includes(text[end] || '.') || (text[end] === '\t' && separator !== '\t'))
    end += 1;
  return end;
}

function readCell(text: string, from: number, separator: string): ReadCell {
  const start = spacesAt(text, from, separator);
  if (text[start] !== '"') return plainCell(text, from, separator);
  const cell = quotedCell(text, start);
  const end = spacesAt(text, cell.end, separator);
  if (!cell.open && [separator, '\r', '\n', undefined].includes(text[end])) return { ...cell, end };
  // Behind a space it may as well be the beginning of a text.
  return start > from ? plainCell(text, from, separator) : cell;
}

function plainCell(text: string, from: number, separator: string): ReadCell {
  let end = from;
  while (end < text.length && text[end] !== separator && !/[\r\n]/.test(text[end] ?? '')) end += 1;
  return { value: text.slice(from, end), end, breaks: 0, open: false };
}

function quotedCell(text: string, from: number): ReadCell {
  const parts: string[] = [];
  for (let at = from + 1; ; ) {
    const close = text.indexOf('"', at);
    if (close < 0) return { value: '', end: text.length, breaks: 0, open: true };
    parts.push(text.slice(at, close));
    if (text[close + 1] !== '"') {
      const value = parts.join('"');
      const breaks = value.match(/\r\n?|\n/g)?.length ?? 0;
      return { value, end: close + 1, breaks, open: false };
    }
    at = close + 2;
  }
}

/** A cell as it was before `csvCell` put an apostrophe before what a spreadsheet would run. */
export function unguarded(cell: string): string {
  return /^'\s*[=+\-@\uff1d\uff0b\uff0d\uff20|%]|^'[\t\r\n]/.test(cell) ? cell.slice(1) : cell;
}
