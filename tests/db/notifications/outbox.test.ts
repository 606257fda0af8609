import { describe, expect, test } from 'vitest';
import type { Queryable } from '#embedded/index.ts';
import { backendOfFile } from '../../support/backend.ts';
import { scratch, scratchTests } from '../support/actors.ts';

const db = await backendOfFile();
const it = scratchTests(db);

describe('the outbox', () => {
  const since = async (tx: Queryable, statement: string) => {
    await tx.sql('delete from private.site_changes');
    await tx.sql(statement);
    return tx.sql<{
      table_name: string;
      op: string;
      old: Record<string, unknown> | null;
      new: Record<string, unknown> | null;
    }>('select table_name, op, old, new from private.site_changes order by id');
  };
  const insert = (visible: boolean) =>
    `insert into public.artists (name, slug, public_visible) values ('A', 'a', ${visible})`;
  const [PRIVATE, PUBLIC] = [insert(false), insert(true)];
  const change = (set: string) => `update public.artists set ${set}`;
  const GONE = 'delete from public.artists';
  const mural = (visible: boolean) =>
    `insert into public.murals (slug, title, public_visible) values ('m', 'M', ${visible})`;
  const CITY = `insert into public.cities (city_name, state) values ('Austin', 'TX')`;
  const THERE = `insert into public.artists (name, slug, city, state, public_visible) values ('A', 'a', 'austin', 'texas', true)`;
  const CONTACT = `insert into public.artist_contacts select id, 'a@b.co', '1' from public.artists`;
  const LEAD = `insert into public.lead_records (kind, project_description) values ('consultation', 'Please call')`;

  test.each([
    ['a private artist appears', '', PRIVATE, []],
    ['a public artist appears', '', PUBLIC, ['artists INSERT']],
    ['a private artist changes', PRIVATE, change(`name = 'B'`), []],
    ['a public artist changes', PUBLIC, change(`name = 'B'`), ['artists UPDATE']],
    ['nothing changes', PUBLIC, change(`name = 'A', bio = ' '`), []],
    ['an artist goes public', PRIVATE, change('public_visible = true'), ['artists UPDATE']],
    ['an artist goes private', PUBLIC, change('public_visible = false'), ['artists UPDATE']],
    ['a public artist goes', PUBLIC, GONE, ['artists DELETE']],
    // Earlier releases may still show them.
    ['a private artist goes', PRIVATE, GONE, ['artists DELETE']],
    ['a hidden mural goes', mural(false), 'delete from public.murals', []],
    ['an artist gets a contact', PUBLIC, CONTACT, []],
    ['a mural appears', '', mural(true), ['murals INSERT']],
    ['a hidden mural appears', '', mural(false), []],
    ['a city appears', '', CITY, ['cities INSERT']],
    ['a city gains an artist', CITY, THERE, ['artists INSERT', 'cities UPDATE']],
    ['a lead arrives', '', LEAD, []],
  ])('when %s', (_what, before, statement, wanted) =>
    scratch(db, async (tx) => {
      if (before) await tx.sql(before);
      const rows = await since(tx, statement);
      expect(rows.map((row) => `${row.table_name} ${row.op}`).sort()).toEqual(wanted);
    }),
  );

  it("holds what pages show, before and after, and nobody's account", async (tx) => {
    await tx.sql(insert(true));
    const [row] = await since(
      tx,
      `update public.artists set name = 'B', city = 'Austin', state = 'TX'`,
    );
    expect(row?.old).toMatchObject({
      name: 'A',
      slug: 'a',
      city_slug: null,
      public_visible: true,
    });
    expect(row?.new).toMatchObject({ name: 'B', slug: 'a', city_slug: 'austin-tx' });
    expect(Object.keys(row?.new ?? {})).not.toContain('user_id');
  });

  it('says of a private artist who goes no more than who it was', async (tx) => {
    await tx.sql(insert(false));
    const [row] = await since(tx, 'delete from public.artists');
    expect(row?.old).toEqual({ id: expect.any(String), slug: 'a', public_visible: false });
  });

  it('is read oldest first, and keeps what is not finished', async (tx) => {
    await tx.sql('delete from private.site_changes');
    await tx.sql(
      `insert into public.artists (name, slug, public_visible) select 'A', 'a' || n, true from generate_series(1, 5) n`,
    );
    const read = () => tx.sql<{ id: number }>('select id from public.read_site_changes(3)');
    const first = await read();
    expect(await read()).toEqual(first);
    expect(
      await tx.sql('select public.finish_site_changes($1) as n', [first.map((row) => row.id)]),
    ).toEqual([{ n: 3 }]);
    expect((await read()).map((row) => Number(row.id) > Number(first[2]?.id))).toEqual([
      true,
      true,
    ]);
  });

  test('a rolled-back change leaves nothing, a committed one tells the publisher its rows', async () => {
    const calls: string[] = [];
    const stop = await db.listen('site_changes', (payload) => calls.push(payload));
    const pending = async () => (await db.sql('select from private.site_changes')).length;
    // What the migrations themselves have to tell.
    await db.sql('delete from private.site_changes');
    const before = await pending();
    await scratch(db, (tx) => tx.sql(insert(true)));
    expect(await pending()).toBe(before);
    await db.sql(insert(true));
    await expect.poll(() => calls).toHaveLength(1);
    const waiting = await db.sql<{ row: object }>(
      'select to_jsonb(r) as row from public.read_site_changes() r',
    );
    expect(JSON.parse(calls[0] ?? '')).toEqual(waiting.map(({ row }) => row));
    await stop();
  });

  test('changes too long for a notification only wake the publisher', async () => {
    const calls: string[] = [];
    const stop = await db.listen('site_changes', (payload) => calls.push(payload));
    await db.sql(`update public.artists set bio = repeat('ñ', 1990)`);
    await db.sql(`update public.artists set bio = repeat('é', 1990)`);
    await expect.poll(() => calls).toEqual([expect.stringContaining('ñ'), '']);
    await db.sql('delete from public.artists');
    await stop();
  });
});
