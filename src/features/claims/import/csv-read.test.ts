import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell } from '#ui/admin-list/csv.ts';
import { unguarded } from '../import-cells.ts';
import { readCsv } from './csv-read.ts';

const cells = (text: string) => readCsv(text).records.map((record) => record.cells);

const TWO_LINES = [
  ['a', 'b'],
  ['1', '2'],
];

describe('readCsv', () => {
  it.each([
    ['a,b\r\n1,2\r\n', TWO_LINES],
    ['\ufeffa;b\n1;2', TWO_LINES],
    ['a\tb\n1\t2', TWO_LINES],
    ['sep=;\r\na;"b,c"\r\n', [['a', 'b,c']]],
    [
      '"a,b";c\n1;2',
      [
        ['a,b', 'c'],
        ['1', '2'],
      ],
    ],
    ['a,"say ""hi""",c', [['a', 'say "hi"', 'c']]],
    ['a,"two\r\nlines"', [['a', 'two\nlines']]],
    ['a,5" brush', [['a', '5" brush']]],
    [
      'a,,\n\n  \n,,\n"",b',
      [
        ['a', '', ''],
        ['', 'b'],
      ],
    ],
    ['"a", "b, c" , \t"d"\r\n', [['a', 'b, c', 'd']]],
    ['"a", "", "c"\n', [['a', '', 'c']]],
    ['', []],
    ['\r\n', []],
  ])('%j', (text, expected) => {
    expect(cells(text)).toEqual(expected);
    expect(readCsv(text).problems).toEqual([]);
  });

  it('knows the line of each record', () => {
    const { records } = readCsv('h\r\n"a\nb"\r\n\r\nc\rd');
    expect(records.map(({ line }) => line)).toEqual([1, 2, 5, 6]);
    expect(readCsv('sep=,\nh\nx').records.map(({ line }) => line)).toEqual([2, 3]);
  });

  it('names what it cannot read by its line, and reads on', () => {
    const open = readCsv('h,i\n1,"never closed\n2,3\n');
    expect(open.problems).toEqual([{ line: 2, message: expect.stringContaining('never closed') }]);
    expect(open.records.map(({ cells }) => cells)).toEqual([
      ['h', 'i'],
      ['2', '3'],
    ]);
    const after = readCsv('h,i\n"a"b,"c"\nd,e\n');
    expect(after.problems).toEqual([
      { line: 2, message: expect.stringContaining('after a closing') },
    ]);
    expect(after.records.map(({ line }) => line)).toEqual([1, 3]);
  });

  it('reads whatever csvCell writes, but for white space', () => {
    const nasty = fc.string({
      unit: fc.constantFrom('a', ',', '"', '\n', '\r', '=', ' ', "'", ';', '\t', 'é'),
    });
    fc.assert(
      fc.property(fc.array(fc.array(nasty, { minLength: 2, maxLength: 4 })), (rows) => {
        const written = ['x,y,z', ...rows.map((row) => ['x', ...row].map(csvCell).join(','))];
        const read = readCsv(`${written.join('\r\n')}\r\n`);
        expect(read.problems).toEqual([]);
        const letters = (row: string[]) => row.map((cell) => unguarded(cell).replace(/\s/g, ''));
        expect(read.records.slice(1).map((record) => letters(record.cells.slice(1)))).toEqual(
          rows.map(letters),
        );
      }),
    );
  });

  it('reads a megabyte', () => {
    readCsv(`${'"'.repeat(1_000_001)}\n`);
    readCsv(`a,b\n${'"x\n'.repeat(200)}`);
    expect(readCsv('a,"b ""c""",d\n'.repeat(80_000)).records).toHaveLength(80_000);
  });
});

it('unguarded takes the apostrophe of an export away and no other', () => {
  expect(["'+1 210", "'=1", "'90s style", "''", "O'Brien"].map(unguarded)).toEqual([
    '+1 210',
    '=1',
    "'90s style",
    "''",
    "O'Brien",
  ]);
});
