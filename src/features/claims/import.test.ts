import { describe, expect, it } from 'vitest';
import { MESSAGES } from '#lib/errors.ts';
import { LIMITS } from '#lib/limits.ts';
import { IMPORT_CASES } from '#tests/support/cases/import-cases.ts';
import { csvCell } from '#ui/admin-list/csv.ts';
import { readCsv } from './import/csv-read.ts';
import { ARTIST_IMPORT, IMPORT_TEXTS, ImportFileError, readImport } from './import.ts';
import { artistDoubts } from './import-doubts.ts';
import { byWeight, type ImportRow, importCounts, refusedLine } from './import-line.ts';

const read = (text: string) => readImport(ARTIST_IMPORT, readCsv(text));

it.each(IMPORT_CASES)('case %#', ({ cells, stored, refused = [] }) => {
  const quoted = (texts: string[]) => texts.map((text) => `"${text.replaceAll('"', '""')}"`);
  const text = [Object.keys(cells), Object.values(cells)].map((line) => quoted(line).join(','));
  // A line of nothing at all is no line.
  const file = read(`${text[0]},slug\n${text[1]},x`);
  const wrong = refused.map(([field, code]) => ({ field, message: MESSAGES[code] }));
  const isNamed = !wrong.some(({ field }) => field === 'name');
  // What a line need not have is left out of it; the database, which is told all of it, refuses the line.
  if (isNamed) expect(file.rows).toMatchObject([{ line: 2, slug: 'x', name: cells.name?.trim() }]);
  if (stored) expect(file.rows).toEqual([{ line: 2, slug: 'x', ...stored }]);
  expect(file.refused.flatMap(({ errors }) => errors)).toEqual(isNamed ? [] : wrong);
  const said = (file.notes.get(2) ?? []).map(({ field, message }) => ({ field, message }));
  for (const one of isNamed ? wrong : []) {
    expect(said).toContainEqual(one);
    expect(file.rows[0]).not.toHaveProperty(one.field);
  }
});

describe('readImport', () => {
  it.each([
    'Artists 2026\n\nname;city\nAna;Waco',
    'Artists 2026,,\nof Texas,,\nname,city\nAna,Waco',
    '"sep=,"\nname,city\nAna,Waco',
  ])('finds the headings of %j', (text) => {
    expect(read(text).rows).toMatchObject([{ name: 'Ana', city: 'Waco' }]);
  });

  it('reads one column, whatever stands in its cells', () => {
    expect(read('name\nAna; the painter').rows).toEqual([{ line: 2, name: 'Ana; the painter' }]);
  });

  it('says what a workbook is', () => {
    expect(() => read('PK\x03\x04\x14\0name,city')).toThrow(IMPORT_TEXTS.workbook);
  });

  it('reads addresses as mail programs and browsers write them', () => {
    const [row] = read('name,email,website\nAna,Ana <mailto:a@b.co>,<https://ana.art>').rows;
    expect(row).toMatchObject({ email: 'a@b.co', website: 'https://ana.art' });
  });

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

  it('refuses lines, and only those', () => {
    const file = read('name,public\nAna,maybe\n"B\0",yes\nC,no,more\nD,\n,yes\n"E');
    expect(file.rows).toEqual([
      { line: 2, name: 'Ana' },
      { line: 3, name: 'B', public: true },
      { line: 5, name: 'D' },
    ]);
    expect(file.refused.map(({ line, errors }) => [line, errors[0]?.field ?? null])).toEqual([
      [7, null],
      [4, null],
      [6, 'name'],
    ]);
    expect(file.notes.get(2)?.map(({ message }) => message)).toEqual([IMPORT_TEXTS.yesOrNo]);
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

describe('a file as it is found', () => {
  it.each([
    ['two files in one', 'Name,City\nAna,Alpine\n\ufeffName,City\n\ufeff"Ben","Mar\r\nfa"\n'],
    ['two marks', '\ufeff\ufeff"Name","City"\n\ufeff"Ana",Alpine\n"Ben","\ufeffMarfa"\n'],
    ['the end of MS-DOS', 'Name\tCity\r\nAna\tAlpine\r\nBen\tMarfa\r\n\x1a'],
  ])('reads %s', (_, text) => {
    const { rows, refused } = read(text);
    expect(refused).toEqual([]);
    expect(rows.map(({ line: _line, ...row }) => row)).toEqual([
      { name: 'Ana', city: 'Alpine' },
      { name: 'Ben', city: text.includes('\r\nfa') ? 'Mar fa' : 'Marfa' },
    ]);
  });

  it('reads damaged cells: what is clear, and nothing else', () => {
    const file = read(
      [
        'Name,Email,Phone,City,State,Bio,Years of experience,Website,Minimum price,,',
        'Sci,sci@b.co,2.10556E+09,Alpine,TX,ok,7 years,b.co,"1,200",,',
        'Err,err@b.co,#NAME?,Alpine,TX,#REF!,#N/A,b.co,500,,',
        'Nulls,n@b.co,NULL,NULL,n/a,NULL,,NULL,-,,',
        'O&#039;Brien &amp; Sons,ob@b.co,(210) 555-0108,Alpine,TX,Caf&eacute;\vwalls,3,b.co,,,',
      ].join('\n'),
    );
    expect(file.refused).toEqual([]);
    const shared = { city: 'Alpine', state: 'TX', website: 'https://b.co' };
    const sci = { name: 'Sci', email: 'sci@b.co', bio: 'ok', years_experience: 7 };
    const sons = { name: "O'Brien & Sons", email: 'ob@b.co', phone: '(210) 555-0108' };
    expect(file.rows).toEqual([
      { line: 2, ...shared, ...sci, minimum_price: 1200 },
      { line: 3, ...shared, name: 'Err', email: 'err@b.co', minimum_price: 500 },
      { line: 4, name: 'Nulls', email: 'n@b.co' },
      { line: 5, ...shared, ...sons, bio: 'Café\nwalls', years_experience: 3 },
    ]);
    expect([...file.notes].map(([line, notes]) => [line, notes.map(({ field }) => field)])).toEqual(
      [
        [2, ['phone']],
        [3, ['phone', 'bio', 'years_experience']],
      ],
    );
    expect(file.notes.get(2)?.[0]).toEqual({
      field: 'phone',
      cell: '2.10556E+09',
      message: IMPORT_TEXTS.phoneLost,
    });
  });

  it('refuses names that nobody sees, and composes letters', () => {
    const file = read('Name\n\u200b\u200b\nAna\u200b Luz\nBegon\u0303a\n\u202eevil');
    expect(file.rows.map(({ name }) => name)).toEqual(['Ana Luz', 'Begoña', 'evil']);
    expect(file.refused.map(({ line }) => line)).toEqual([2]);
  });

  it('says which letters were lost before', () => {
    const cell = 'Bego\ufffda';
    expect(read(`name,bio\nAna,${cell}`).notes.get(2)).toEqual([
      { field: 'bio', cell, message: IMPORT_TEXTS.lostLetters },
    ]);
  });
});

it('counts and orders lines by what they need', () => {
  const actions = ['same', 'create', null, 'create'] as const;
  const lines = actions.map((action, n) => ({ ...refusedLine(n + 2, []), action }));
  expect(importCounts(lines)).toEqual({ create: 2, update: 0, same: 1, kept: 0, errors: 1 });
  expect(byWeight(lines, new Map()).map((l) => l.line)).toEqual([4, 3, 5, 2]);
  expect(byWeight(lines, new Map([[5, ['No city']]])).map((l) => l.line)).toEqual([4, 5, 3, 2]);
});

const newLines = (rows: readonly ImportRow[]) =>
  rows.map(({ line, name }) => ({
    ...refusedLine(line, [], String(name)),
    action: 'create' as const,
  }));

it('names likely duplicates and gaps of new lines', () => {
  const { rows } = read('Name,City,State\nAna Vega,Alpine,TX\nÁNA VEGA,,\nBo,Monterrey,Nuevo León');
  const lines = newLines(rows).map((line) =>
    line.name === 'Bo' ? { ...line, namesakes: [{ name: 'Bo', city: 'Marfa' }] } : line,
  );
  expect([...artistDoubts(lines, rows)]).toEqual([
    [2, ['Same name as line 3']],
    [3, ['Same name as line 2', 'No city']],
    [4, ['Same name as Bo in Marfa', 'Unknown state']],
  ]);
});

it('reads addresses of photos, with the commas within them', () => {
  const at = 'https://photos.example';
  const file = read(
    `Name,Photo,Images\nA,${at}/a.jpg,"${at}/w_1,h_2/1.jpg,${at}/2.jpg; ${at}/2.jpg"\nB,a.jpg,${at}/1.jpg me.jpg`,
  );
  expect(file.ignored).toEqual([]);
  expect(file.rows[0]).toMatchObject({
    photo: `${at}/a.jpg`,
    images: [`${at}/w_1,h_2/1.jpg`, `${at}/2.jpg`],
  });
  expect(file.rows[1]).toEqual({ line: 3, name: 'B' });
  expect(file.notes.get(3)?.map(({ field }) => field)).toEqual(['photo', 'images']);
});
