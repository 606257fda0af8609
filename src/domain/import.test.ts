import { describe, expect, it } from 'vitest';
import { IMPORT_CASES } from '#tests/support/import-cases.ts';
import { csvCell } from './csv.ts';
import { MESSAGES } from './errors.ts';
import {
  ARTIST_IMPORT,
  byWeight,
  IMPORT_TEXTS,
  ImportFileError,
  type ImportLine,
  importCounts,
  readImport,
} from './import.ts';
import { LIMITS } from './limits.ts';

const read = (text: string) => readImport(ARTIST_IMPORT, text);

it.each(IMPORT_CASES)('case %#', ({ cells, stored, refused = [] }) => {
  const quoted = (texts: string[]) => texts.map((text) => `"${text.replaceAll('"', '""')}"`);
  const text = [Object.keys(cells), Object.values(cells)].map((line) => quoted(line).join(','));
  // A line of nothing at all is no line.
  const file = read(`${text[0]},slug\n${text[1]},x`);
  expect(file.rows).toEqual(stored ? [{ line: 2, slug: 'x', ...stored }] : []);
  expect(file.refused.flatMap(({ errors }) => errors)).toEqual(
    refused.map(([field, code]) => ({ field, message: MESSAGES[code] })),
  );
});

describe('readImport', () => {
  it('knows headings as people write them, and says which it does not', () => {
    const file = read(
      'Artist;E-Mail;Years of experience;Public;Rating;;Artist ID\nAna;a@b.co;3;Yes;4.5;;x',
    );
    expect(file.rows).toEqual([
      { line: 2, name: 'Ana', email: 'a@b.co', years_experience: 3, public: true },
    ]);
    expect(file.ignored).toEqual(['Rating', 'Artist ID']);
  });

  it('reads what the export of artists writes', () => {
    const cells = ['Ana, "A"', 'a@b.co', '+1 210', ['Pop', 'Op'], 7, false, 'ana-1'].map(csvCell);
    const file = read(
      `\ufeffName,Email,Phone,Styles,Years of experience,Public,Slug\r\n${cells}\r\n`,
    );
    expect(file.rows).toEqual([
      {
        line: 2,
        name: 'Ana, "A"',
        email: 'a@b.co',
        phone: '+1 210',
        styles: ['Pop', 'Op'],
        years_experience: 7,
        public: false,
        slug: 'ana-1',
      },
    ]);
  });

  it('reads prices as spreadsheets write them, and yes and no', () => {
    const file = read('name,price,insurance\nAna,"$1,500",Y\nB,$ 900,false\nC,"1,50",x');
    expect(file.rows).toEqual([
      { line: 2, name: 'Ana', minimum_price: 1500, insured: true },
      { line: 3, name: 'B', minimum_price: 900, insured: false },
    ]);
    expect(file.refused[0]?.errors.map(({ message }) => message)).toEqual([
      MESSAGES.minimum_price_invalid,
      IMPORT_TEXTS.yesOrNo,
    ]);
  });

  it('refuses lines, and only those', () => {
    const file = read('name,public\nAna,maybe\n"B\0",yes\nC,no,more\nD,\n,yes\n"E');
    expect(file.rows).toEqual([{ line: 5, name: 'D' }]);
    expect(file.refused.map(({ line, errors }) => [line, errors[0]?.field ?? null])).toEqual([
      [7, null],
      [2, 'public'],
      [3, 'name'],
      [4, null],
      [6, 'name'],
    ]);
    expect(file.refused[1]?.errors[0]?.message).toBe(IMPORT_TEXTS.yesOrNo);
  });

  it.each([
    ['', IMPORT_TEXTS.noHeading('name')],
    ['Ana,Austin\nBo,Austin', IMPORT_TEXTS.noHeading('name')],
    ['name,city\n\n,\n', IMPORT_TEXTS.empty],
    [`name\n${'a\n'.repeat(LIMITS.importRows + 1)}`, IMPORT_TEXTS.tooLarge],
  ])('refuses a whole file, case %#', (text, message) => {
    expect(() => read(text)).toThrow(new ImportFileError(message));
  });
});

it('counts and orders lines by what they need', () => {
  const line = (line: number, action: ImportLine['action']): ImportLine => ({
    line,
    action,
    name: null,
    slug: null,
    changes: [],
    errors: [],
  });
  const lines = [line(2, 'same'), line(3, 'create'), line(4, null), line(5, 'create')];
  expect(importCounts(lines)).toEqual({ create: 2, update: 0, same: 1, kept: 0, errors: 1 });
  expect(byWeight(lines).map((l) => l.line)).toEqual([4, 3, 5, 2]);
});
