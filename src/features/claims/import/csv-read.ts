import Papa from 'papaparse';
import { LIMITS } from '#lib/limits.ts';

/** One record of a CSV file; `line` is where it begins, as an editor counts. */
interface CsvRecord {
  line: number;
  cells: string[];
}

interface CsvProblem {
  line: number;
  message: string;
}

export interface CsvFile {
  records: CsvRecord[];
  problems: CsvProblem[];
}

const SEPARATORS = [',', ';', '\t', '|'];

/** What MS-DOS puts behind a text. */
const END_OF_DOS = '\u001a';
const NO_END = 'A quotation mark is opened here and never closed';
const AFTER_QUOTE = 'Text stands after a closing quotation mark';

/**
 * The separator that the headings use most outside of quotation marks; Papa Parse alone takes quoted headings for one.
 * They are the first record, or the first one behind a title and an empty line.
 */
function separatorOf(text: string): string {
  const lines = text.replace(/"[^"]*"/g, '').split('\n', LIMITS.importTitleLines + 1);
  const isParted = (line = '') => SEPARATORS.some((one) => line.includes(one));
  const empty = lines.findIndex((line) => line.trim() === '');
  const behind = lines.find((line, at) => empty >= 0 && at > empty && line.trim() !== '');
  const first = (isParted(lines[0]) ? lines[0] : (behind ?? lines[0])) ?? '';
  const used = (separator: string) => first.split(separator).length;
  return SEPARATORS.reduce((best, next) => (used(next) > used(best) ? next : best));
}

/**
 * The records of a CSV file, with or without a byte order mark, its lines ended in any way. Records without any text
 * are left out. What cannot be read is named by its line, and its record left out.
 */
export function readCsv(source: string): CsvFile {
  const lines = source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const named = /^"?sep=(.)"?[,;\t]*\n/i.exec(lines);
  const delimiter = named?.[1] ?? separatorOf(lines);
  // Papa Parse takes a mark behind a space for a letter.
  const space = delimiter === '\t' ? '[ \\ufeff]' : '[ \\t\\ufeff]';
  const spaces = new RegExp(
    `(^|[\\n\\${delimiter}])${space}+(?="([^"]|"([\\n\\${delimiter}]|$)))`,
    'g',
  );
  const text = lines.replace(spaces, '$1');
  const file: CsvFile = { records: [], problems: [] };
  let from = named?.[0].length ?? 0;
  let line = named ? 2 : 1;
  while (from < text.length && file.problems.length <= LIMITS.importRows) {
    const rest = text.slice(from);
    let read = 0;
    Papa.parse<string[]>(rest, {
      delimiter,
      newline: '\n',
      step({ data: cells, errors: [error], meta }, parser) {
        // A mark that is not closed swallows what follows: from the next line on it is read once more.
        const end = error ? rest.indexOf('\n', read) + 1 || rest.length : meta.cursor;
        if (error)
          file.problems.push({
            line,
            message: error.code === 'MissingQuotes' ? NO_END : AFTER_QUOTE,
          });
        else if (cells.some((cell) => cell.replaceAll(END_OF_DOS, '').trim()))
          file.records.push({ line, cells });
        line += rest.slice(read, end).split('\n').length - 1;
        read = end;
        if (error) parser.abort();
      },
    });
    from += read || rest.length;
  }
  return file;
}
