import { describe, expect, test } from 'vitest';
import type { Queryable } from '#embedded/index.ts';
import { readCsv } from '#features/claims/import/csv-read.ts';
import { MURAL_IMPORT, readImport } from '#features/claims/import.ts';
import { MESSAGES } from '#lib/errors.ts';
import { scratch, scratchTests } from '../support/actors.ts';
import { actions, importLines } from '../support/imports.ts';
import { id, worldOfFile } from '../support/world.ts';

/** Import of murals. A1 and A2 have accounts, A3 is run by an operator, A4 is not claimed; M1 to M3 are by A2. */
const db = await worldOfFile();
const it = scratchTests(db);

type Row = Record<string, unknown>;
const run = (tx: Queryable, rows: Row[], apply: boolean) => importLines(tx, 'murals', rows, apply);
const stored = async (tx: Queryable, slug: string | null | undefined) =>
  (await tx.sql<Row>('select * from public.murals where slug = $1', [slug]))[0];

const WALL: Row = {
  title: 'La garza',
  artist: 'a4@EXAMPLE.com',
  city: 'Seguin',
  state: 'Texas',
  width_ft: 24,
  height_ft: 10.5,
  date_completed: '2024-05-01',
  styles: ['Fresco'],
};

/** Cells of a line, what is stored of it, and the fields of what is wrong: in TypeScript and in SQL. */
const CASES: [cells: Record<string, string>, stored: Row | null, refused: string[]][] = [
  [{ title: 'La garza' }, { title: 'La garza' }, []],
  [{ title: '' }, null, ['title']],
  [{ title: 'x'.repeat(201) }, null, ['title']],
  [{ title: 'W', state: 'texas' }, { state: 'TX' }, []],
  [{ title: 'W', state: 'Gotham' }, null, ['state']],
  [{ title: 'W', width_ft: '24', height_ft: '10,5' }, { dimensions: '24 ft x 10.5 ft' }, []],
  [{ title: 'W', width_ft: '0.4', height_ft: '1001' }, null, ['width_ft', 'height_ft']],
  [{ title: 'W', width_ft: 'wide' }, null, ['width_ft']],
  [{ title: 'W', date_completed: '2024-05' }, {}, []],
  [{ title: 'W', date_completed: '2024-13-01' }, null, ['date_completed']],
  [{ title: 'W', license: 'cc-by' }, { license: 'cc-by' }, []],
  [{ title: 'W', license: 'public domain' }, null, ['license']],
  [{ title: 'W', styles: 'x'.repeat(51), credit: 'x'.repeat(201) }, null, ['styles', 'credit']],
  [{ title: 'W', styles: 'Pop; Op' }, { styles: ['Pop', 'Op'] }, []],
];

test.each(CASES)('the rules of a line, case %#', async (cells, expected, refused) => {
  const text = [Object.keys(cells), Object.values(cells)].map((row) => row.map((c) => `"${c}"`));
  const file = readImport(MURAL_IMPORT, readCsv(`${text[0]},slug\n${text[1]},x`));
  // The file leaves out what a line need not have; a caller of the API is told.
  const wrong = file.refused.flatMap(({ errors }) => errors.map(({ field }) => field));
  expect([...wrong, ...(file.notes.get(2) ?? []).map(({ field }) => field)]).toEqual(refused);
  await scratch(db, async (tx) => {
    const sent = expected
      ? file.rows[0]
      : { ...cells, ...(cells.styles && { styles: [cells.styles] }) };
    const [line] = await run(tx, [sent ?? {}], true);
    expect(line?.errors.map(({ field }) => field)).toEqual(refused);
    if (expected)
      expect(await stored(tx, line?.slug)).toMatchObject({ ...expected, public_visible: false });
  });
});

describe('a file of murals', () => {
  it('is shown, done, and done already', async (tx) => {
    expect(actions(await run(tx, [WALL], false))).toEqual(['create']);
    const [line] = await run(tx, [WALL], true);
    expect(line?.slug).toBe('la-garza');
    expect(await stored(tx, 'la-garza')).toMatchObject({
      artist_id: id('A4'),
      state: 'TX',
      dimensions: '24 ft x 10.5 ft',
      public_visible: false,
    });
    expect(actions(await run(tx, [WALL], true))).toEqual(['same']);
    const [change] = await run(
      tx,
      [{ ...WALL, slug: 'la-garza', artist: 'A3', credit: 'With Luz' }],
      true,
    );
    expect(change?.changes).toEqual([
      { field: 'artist', from: 'A4', to: 'A3' },
      { field: 'credit', from: null, to: 'With Luz' },
    ]);
    expect(await stored(tx, 'la-garza')).toMatchObject({
      artist_id: id('A3'),
      credit: 'With Luz',
    });
    const log = await tx.sql<{ action: string }>(
      `select action from private.audit_log where action = 'mural.imported' order by id`,
    );
    expect(log).toHaveLength(2);
  });

  it('of one bad line writes nothing, and leaves what artists run', async (tx) => {
    const answer = await run(
      tx,
      [
        WALL,
        { title: 'M1', artist: 'a2', description: 'Theirs' },
        { title: 'X', artist: 'nobody' },
        { ...WALL, title: 'LA GARZA' },
        { title: 'Y', public: true },
        { title: 'M3', artist: 'a2', public: true },
      ],
      true,
    );
    expect(actions(answer)).toEqual(['create', 'kept', null, null, 'create', 'kept']);
    expect(answer.slice(2, 4).map(({ errors }) => errors[0]?.message)).toEqual([
      MESSAGES.import_artist_unknown,
      MESSAGES.import_twice,
    ]);
    expect(await stored(tx, 'la-garza')).toBeUndefined();
    await run(tx, [{ title: 'M1', artist: 'a2', description: 'Theirs' }], true);
    expect(await stored(tx, 'm1')).toMatchObject({ description: null });
  });

  it('that cannot be public is imported as it can be, and its line says so', async (tx) => {
    const draft = { field: 'public', message: MESSAGES.import_draft };
    const rows = [{ title: 'Y', public: true, description: 'One' }];
    const [planned] = await run(tx, rows, false);
    expect(planned).toMatchObject({ action: 'create', errors: [], notes: [draft] });
    const [made] = await run(tx, rows, true);
    expect(await stored(tx, made?.slug)).toMatchObject({
      public_visible: false,
      description: 'One',
    });
    expect(await run(tx, rows, true)).toMatchObject([{ action: 'same', notes: [draft] }]);
    await tx.sql(
      `update public.murals set image_url = $1, hidden_at = now(), hidden_reason = 'x' where slug = 'y'`,
      ['http://127.0.0.1:4321/storage/v1/object/public/portfolio-images/x/wall.jpg'],
    );
    const [hidden] = await run(tx, [{ ...rows[0], description: 'Two' }], true);
    expect(hidden).toMatchObject({
      action: 'update',
      notes: [{ field: 'public', message: MESSAGES.mural_hidden }],
    });
    expect(await stored(tx, 'y')).toMatchObject({ public_visible: false, description: 'Two' });
  });

  it('cannot write what it may not', async (tx) => {
    const [line] = await run(
      tx,
      [
        {
          title: 'W',
          featured: true,
          image_url: 'https://evil.example/x.png',
          hidden_at: 'now',
          artist_id: id('A1'),
        },
      ],
      true,
    );
    expect(await stored(tx, line?.slug)).toMatchObject({
      featured: false,
      image_url: null,
      hidden_at: null,
      artist_id: null,
    });
  });
});
