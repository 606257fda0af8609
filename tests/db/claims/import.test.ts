import { describe, expect, test } from 'vitest';
import type { Queryable } from '#embedded/index.ts';
import type { ImportLine } from '#features/claims/import-line.ts';
import { MESSAGES } from '#lib/errors.ts';
import { LIMITS } from '#lib/limits.ts';
import { IMPORT_CASES } from '../../support/cases/import-cases.ts';
import { become, refusal, scratch, scratchTests } from '../support/actors.ts';
import { actions, importLines } from '../support/imports.ts';
import { valueIn, valuesIn } from '../support/read.ts';
import { caller, id, worldOfFile } from '../support/world.ts';

/** Import of artists: what a line does, all or nothing, and again without harm. A1 and A2 have accounts. */
const db = await worldOfFile();
const it = scratchTests(db);

type Row = Record<string, unknown>;
const run = (tx: Queryable, rows: Row[], apply: boolean) => importLines(tx, 'artists', rows, apply);
const messages = (answer: ImportLine[]) => answer.map(({ errors }) => errors[0]?.message ?? null);

const stored = (tx: Queryable, slug: string | null | undefined) =>
  tx.sql<Row>(
    `select to_jsonb(a) || jsonb_build_object('email', c.email, 'phone', c.phone) as row
     from public.artists a join public.artist_contacts c on c.artist_id = a.id where a.slug = $1`,
    [slug],
  );
const count = (tx: Queryable) => valueIn<number>(tx, 'select count(*)::int from public.artists');

test.each(IMPORT_CASES)('the rules of a line, case %#', ({ cells, stored: expected, refused }) =>
  scratch(db, async (tx) => {
    // As another client may send them: text as it is, numbers and lists by their kind.
    const row: Row = { ...cells, ...expected };
    for (const list of ['styles', 'mediums', 'surfaces', 'languages', 'social_links'] as const)
      if (typeof row[list] === 'string') row[list] = String(row[list]).split(/[;,]/);
    if (row.phone === "'+1 210 555 0100") row.phone = '+1 210 555 0100';
    const [line] = await run(tx, [row], true);
    expect(line?.errors).toEqual(
      (refused ?? []).map(([field, code]) => ({ field, message: MESSAGES[code] })),
    );
    expect(line?.action).toBe(refused ? null : 'create');
    if (!expected) return;
    const [artist] = await stored(tx, line?.slug);
    expect(artist?.row).toMatchObject({ ...expected, unclaimed: true, public_visible: false });
  }),
);

describe('a file', () => {
  const file: Row[] = [
    {
      name: 'Ana Ruiz',
      email: 'ana@ruiz.example',
      city: 'Austin',
      state: 'TX',
      styles: ['Pop'],
      public: true,
    },
    { name: 'Ben Oso', city: 'Austin', years_experience: 3 },
    { name: 'Ben Oso', city: 'Waco' },
  ];

  it('is shown before it is done, then done, then done already', async (tx) => {
    const before = await count(tx);
    expect(actions(await run(tx, file, false))).toEqual(['create', 'create', 'create']);
    expect(await count(tx)).toBe(before);
    const done = await run(tx, file, true);
    expect(actions(done)).toEqual(['create', 'create', 'create']);
    expect(done.every(({ slug }) => slug)).toBe(true);
    expect(await count(tx)).toBe(Number(before) + 3);
    const changes = await tx.sql<{ op: string; name: string }>(
      `select op, new ->> 'name' as name from private.site_changes where table_name = 'artists'`,
    );
    expect(changes.filter(({ name }) => name === 'Ana Ruiz')).toHaveLength(1);
    for (const apply of [false, true])
      expect(actions(await run(tx, file, apply))).toEqual(['same', 'same', 'same']);
    expect(await count(tx)).toBe(Number(before) + 3);
    const audit = await tx.sql(
      `select detail from private.audit_log where action = 'artist.imported'`,
    );
    expect(audit).toEqual([{ detail: { created: 3, updated: 0 } }]);
  });

  it('changes the fields that it names, and no others', async (tx) => {
    const [ana] = await run(tx, file, true);
    const change = [
      {
        name: 'Ana R.',
        email: 'ANA@ruiz.example',
        bio: 'Paints',
        public: false,
        styles: ['Pop'],
      },
    ];
    const [planned] = await run(tx, change, false);
    expect(planned).toMatchObject({ action: 'update', slug: ana?.slug });
    expect(planned?.changes).toEqual([
      { field: 'bio', from: null, to: 'Paints' },
      { field: 'email', from: 'ana@ruiz.example', to: 'ANA@ruiz.example' },
      { field: 'name', from: 'Ana Ruiz', to: 'Ana R.' },
      { field: 'public', from: true, to: false },
    ]);
    await run(tx, change, true);
    const [artist] = await stored(tx, ana?.slug);
    expect(artist?.row).toMatchObject({
      name: 'Ana R.',
      bio: 'Paints',
      city: 'Austin',
      public_visible: false,
    });
  });

  it('with one bad line writes nothing', async (tx) => {
    const before = await count(tx);
    const answer = await run(tx, [...file, { name: 'Bad', email: 'no' }], true);
    expect(actions(answer)).toEqual(['create', 'create', 'create', null]);
    expect(await count(tx)).toBe(before);
  });

  it('says the same twice', async (tx) => {
    const twice = MESSAGES.import_twice;
    const answer = await run(
      tx,
      [
        ...file,
        { name: 'Other name', email: 'ANA@RUIZ.example' },
        { name: 'ana ruiz', city: 'austin', email: 'another@ruiz.example' },
        { name: 'ana ruiz', city: 'AUSTIN' },
        { name: 'ben oso', city: 'Waco ', email: 'ben@oso.example' },
      ],
      false,
    );
    expect(messages(answer)).toEqual([null, null, null, twice, null, twice, twice]);
    await run(tx, file, true);
    const again = await run(
      tx,
      [
        { name: 'X', email: 'ana@ruiz.example' },
        { name: 'Y', email: 'ana@ruiz.example' },
      ],
      false,
    );
    expect(messages(again)).toEqual([null, twice]);
    // One name and city that several have.
    await tx.sql(
      `insert into public.artists (name, slug, city) values ('Ben Oso', 'ben-2', 'Austin')`,
    );
    const [line] = await run(tx, [{ name: 'Ben Oso', city: 'Austin' }], false);
    expect(line?.errors[0]?.message).toBe(MESSAGES.import_ambiguous);
    expect(
      actions(await run(tx, [{ name: 'Ben Oso', city: 'Austin', slug: 'ben-2' }], false)),
    ).toEqual(['kept']);
  });

  it('leaves what somebody runs themselves as it is, whatever they have changed since', async (tx) => {
    expect(
      actions(
        await run(
          tx,
          [
            { name: 'Mine now', slug: 'a2' },
            { name: 'x', email: 'a1@example.com' },
          ],
          true,
        ),
      ),
    ).toEqual(['kept', 'kept']);
    const [ana] = await run(tx, file, true);
    await tx.sql(`update public.artists set user_id = $1, name = 'Somebody' where slug = $2`, [
      id('newcomer'),
      ana?.slug,
    ]);
    await tx.sql(
      `update public.artist_contacts c set email = 'other@example.com' from public.artists a where a.id = c.artist_id and a.slug = $1`,
      [ana?.slug],
    );
    expect(actions(await run(tx, file, true))).toEqual(['kept', 'same', 'same']);
    const [row] = await stored(tx, ana?.slug);
    expect(row?.row).toMatchObject({ name: 'Somebody', unclaimed: false });
    // Nor does it bring back who has gone.
    await tx.sql('delete from auth.users where id = $1', [id('newcomer')]);
    expect(messages(await run(tx, file, true))).toEqual([MESSAGES.import_removed, null, null]);
  });

  test('may be large, but not too large', { tags: 'long' }, async () => {
    await scratch(db, async (tx) => {
      const many = (n: number) =>
        Array.from({ length: n }, (_, i) => ({
          name: `Artist ${i}`,
          email: `a${i}@many.example`,
          city: 'Waco',
          styles: ['Pop'],
        }));
      expect(await run(tx, many(LIMITS.importRows), true)).toHaveLength(LIMITS.importRows);
      await become(tx, caller('admin'));
      const rows = JSON.stringify(
        many(LIMITS.importRows + 1).map((row, line) => ({ line, ...row })),
      );
      const { code } = await refusal(tx.sql('select public.import_artists($1, false)', [rows]));
      expect(code).toBe('import_too_large');
    });
  });

  test.each([
    ['null', true],
    ['{}', false],
    ['"rows"', true],
    ['[1]', false],
    ['[null]', false],
    ['[{"name": "x"}]', false],
    ['[{"line": "1; drop", "name": "x"}]', false],
    ['[]', null],
  ])('%s is none', (rows, apply) =>
    scratch(db, async (tx) => {
      await become(tx, caller('admin'));
      const { code } = await refusal(tx.sql('select public.import_artists($1, $2)', [rows, apply]));
      expect(code).toBe('invalid_input');
    }),
  );

  it('finds again whom another program writes otherwise', async (tx) => {
    const composed = { name: 'Bego\u00f1a Ib\u00e1\u00f1ez', city: 'Alpine', state: 'TX' };
    const [made] = await run(tx, [composed], true);
    const name = 'Begon\u0303a  Iba\u0301n\u0303ez\u200b';
    const decomposed = [{ name, city: 'Alpine, TX', state: 'Tex.' }];
    expect(actions(await run(tx, decomposed, true))).toEqual(['same']);
    const [row] = await stored(tx, made?.slug);
    expect(row?.row).toMatchObject({ ...composed, city_slug: 'alpine-tx' });
  });

  it('stores places and names as they are meant, whoever calls', async (tx) => {
    const rows = [
      { name: 'A', city: 'San Antonio, TX', state: 'TX' },
      { name: 'B', city: 'SAN ANTONIO', state: 'tejas' },
      { name: 'C', city: 'San Antonio, Texas 78205' },
      { name: '\u200b\u3164' },
      { name: '\u202eD\u202c', bio: '\u2800' },
    ];
    const answer = await run(tx, rows, false);
    expect(messages(answer)).toEqual([null, null, null, MESSAGES.name_required, null]);
    const done = await run(tx, rows.toSpliced(3, 1), true);
    const made: Row[] = [];
    for (const { slug } of done) made.push((await stored(tx, slug))[0]?.row as Row);
    const slugs = made.map(({ city_slug }) => city_slug);
    expect(slugs).toEqual([...Array(3).fill('san-antonio-tx'), null]);
    expect(made.at(-1)).toMatchObject({ name: 'D', bio: null });
  });

  it('of odd kinds of values is refused line by line', async (tx) => {
    const answer = await run(
      tx,
      [
        { name: { a: 1 }, styles: 'Pop' },
        { name: 'B', years_experience: '99999999999999' },
        { name: 'C', public: 'yes', user_id: id('admin') },
        { name: 'D', user_id: id('admin'), featured: true, average_rating: 5, unclaimed: false },
      ],
      false,
    );
    expect(answer.map(({ errors }) => errors.map(({ field }) => field))).toEqual([
      ['styles'],
      ['years_experience'],
      ['public'],
      [],
    ]);
    const [line] = await run(
      tx,
      [
        {
          name: 'D',
          user_id: id('admin'),
          featured: true,
          average_rating: 5,
          unclaimed: false,
          id: id('A1'),
        },
      ],
      true,
    );
    const [row] = await stored(tx, line?.slug);
    expect(row?.row).toMatchObject({
      user_id: null,
      featured: false,
      average_rating: 0,
      unclaimed: true,
    });
  });
});

describe('an artist who is not there', () => {
  const UNCLAIMED = `update public.artists set unclaimed = true, featured = true where id = $1`;

  it('is neither matched nor offered nor given anything', async (tx) => {
    const match = () =>
      valuesIn<string>(
        tx,
        `select artist_id as id from private.matching_artists('San Antonio', 'abstract', $1)`,
        [id('A3')],
      );
    expect(await match()).toContain(id('A3'));
    await tx.sql(UNCLAIMED, [id('A3')]);
    expect(await match()).toEqual([id('A2')]);
    const offers = await tx.sql(`select artist_id from private.open_offers($1)`, [id('L4')]);
    expect(offers).toEqual([{ artist_id: id('A2') }]);
    await become(tx, caller('admin'));
    const assigned = await refusal(
      tx.sql('select public.admin_assign_request($1, $2::uuid[])', [id('L4'), [id('A3')]]),
    );
    expect(assigned.code).toBe('artist_unclaimed');
  });

  it('is there with an account, and can have none before', async (tx) => {
    await tx.sql(UNCLAIMED, [id('A3')]);
    await tx.sql('update public.artists set user_id = $1 where id = $2', [
      id('newcomer'),
      id('A3'),
    ]);
    const [row] = await tx.sql('select unclaimed from public.artists where id = $1', [id('A3')]);
    expect(row).toEqual({ unclaimed: false });
    const { code } = await refusal(tx.sql(UNCLAIMED, [id('A1')]));
    expect(code).toBe('23514');
  });
});
