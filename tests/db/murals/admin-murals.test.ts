import { expect, test } from 'vitest';
import type { Queryable } from '#embedded/index.ts';
import { answered, become, refusal, refusedIn, scratch, scratchTests } from '../support/actors.ts';
import { valuesIn } from '../support/read.ts';
import { type Actor, caller, id, worldOfFile } from '../support/world.ts';

/** What admins do about murals. M1 is public, M2 a draft, M3 hidden; all are by A2 of `artist2`. */
const db = await worldOfFile();
const it = scratchTests(db);

const as = <T = null>(tx: Queryable, who: Actor, text: string, params: unknown[] = []) =>
  answered<T>(tx, caller(who), text, params);
const refused = (tx: Queryable, who: Actor, text: string, params: unknown[] = []) =>
  refusedIn(tx, () => as(tx, who, text, params));
async function mural(tx: Queryable, label: string) {
  const [row] = await tx.sql<Record<string, unknown>>('select * from public.murals where id = $1', [
    id(label),
  ]);
  return row;
}
const log = (tx: Queryable) =>
  valuesIn<string>(
    tx,
    `select action from private.audit_log where action like 'mural.%' order by id`,
  );

it("a hidden mural is nobody's to show but an admin's", async (tx) => {
  await as(tx, 'admin', 'public.hide_mural($1, $2)', [id('M1'), ' Not their wall ']);
  await as(tx, 'admin', 'public.hide_mural($1, $2)', [id('M1'), 'Not their wall']);
  expect(await mural(tx, 'M1')).toMatchObject({
    public_visible: false,
    hidden_reason: 'Not their wall',
  });
  await become(tx, caller('anon'));
  expect(await tx.sql('select id from public.murals')).toEqual([]);
  await become(tx, caller('artist2'));
  await tx.sql('savepoint s');
  const { code } = await refusal(
    tx.sql('update public.murals set public_visible = true where id = $1', [id('M1')]),
  );
  expect(code).toBe('mural_hidden');
  await tx.sql('rollback to savepoint s');
  await become(tx, caller('service'));
  const mails = await tx.sql<{ data: unknown }>(
    `select data from public.lease_mails(100, 60) where kind = 'mural_hidden'`,
  );
  expect(mails).toMatchObject([{ data: { title: 'M1', reason: 'Not their wall' } }]);
  await become(tx, { role: 'postgres' });
  expect(
    await tx.sql(`select kind from public.notices where user_id = $1 and kind = 'mural_hidden'`, [
      id('artist2'),
    ]),
  ).toHaveLength(1);
  await as(tx, 'admin', 'public.show_mural($1)', [id('M1')]);
  await as(tx, 'admin', 'public.show_mural($1)', [id('M1')]);
  expect(await mural(tx, 'M1')).toMatchObject({
    public_visible: true,
    hidden_at: null,
    hidden_reason: null,
  });
  expect(await log(tx)).toEqual(['mural.hidden', 'mural.shown']);
});

it('a draft that was hidden stays a draft', async (tx) => {
  await as(tx, 'admin', 'public.hide_mural($1, $2)', [id('M2'), 'Spam']);
  await as(tx, 'admin', 'public.show_mural($1)', [id('M2')]);
  expect(await mural(tx, 'M2')).toMatchObject({ public_visible: false, hidden_at: null });
});

test.each([
  ['hide_mural($1, $2)', [id('M1'), ' '], 'reason_required'],
  ['hide_mural($1, $2)', [id('M1'), 'x'.repeat(501)], 'reason_too_long'],
  ['hide_mural($1, $2)', [id('A1'), 'x'], 'mural_unknown'],
  ['show_mural($1)', [id('A1')], 'mural_unknown'],
  ['feature_mural($1, $2)', [id('M1'), null], 'invalid_input'],
  ['give_mural($1, $2)', [id('M1'), id('M1')], 'artist_unknown'],
])('%s refuses %j', (text, params, code) =>
  scratch(db, async (tx) => {
    expect(await refused(tx, 'admin', `public.${text}`, params)).toBe(code);
  }),
);

it('featuring, giving away and editing leave a trace each', async (tx) => {
  await as(tx, 'admin', 'public.feature_mural($1, true)', [id('M1')]);
  await as(tx, 'admin', 'public.give_mural($1, $2)', [id('M1'), id('A1')]);
  await become(tx, caller('admin'));
  await tx.sql(`update public.murals set title = 'Renamed' where id = $1`, [id('M1')]);
  await become(tx, caller('artist'));
  await tx.sql(`update public.murals set description = 'Mine' where id = $1`, [id('M1')]);
  await become(tx, { role: 'postgres' });
  expect(await mural(tx, 'M1')).toMatchObject({
    featured: true,
    artist_id: id('A1'),
    title: 'Renamed',
    description: 'Mine',
  });
  expect(await log(tx)).toEqual(['mural.featured', 'mural.given', 'mural.edited']);
  await as(tx, 'admin', 'public.give_mural($1, null)', [id('M1')]);
  expect((await mural(tx, 'M1'))?.artist_id).toBeNull();
  await tx.sql(
    'insert into private.finished_walls (lead_id, artist_id, mural_id) values ($1, $2, $3)',
    [id('L1'), id('A2'), id('M2')],
  );
  expect(await refused(tx, 'admin', 'public.give_mural($1, $2)', [id('M2'), id('A1')])).toBe(
    'move_refused',
  );
});

it('the list finds, filters and orders', async (tx) => {
  await as(tx, 'admin', 'public.hide_mural($1, $2)', [id('M1'), 'Spam']);
  const list = async (args: string) =>
    (
      await as<{ rows: { title: string }[] }>(tx, 'admin', `public.admin_list_murals(${args})`)
    ).rows.map(({ title }) => title);
  expect(await list(`p_sort => 'title', p_desc => false`)).toEqual(['M1', 'M2', 'M3']);
  expect(await list(`p_filter => 'hidden', p_sort => 'title'`)).toEqual(['M3', 'M1']);
  expect(await list(`p_filter => 'draft'`)).toEqual(['M2']);
  expect(await list(`p_filter => 'public'`)).toEqual([]);
  expect(await list(`p_search => 'a2', p_sort => 'title'`)).toEqual(['M3', 'M2', 'M1']);
  expect(await list(`p_search => '%'`)).toEqual([]);
});
