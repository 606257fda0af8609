import { beforeAll, describe, expect, test } from 'vitest';
import { auditSchema, leadDaySchema, overviewSchema } from '#dashboards/admin/admin.ts';
import { adminUserSchema } from '#features/accounts/admin/admin-user.ts';
import { adminArtistSchema } from '#features/artists/admin/admin-artist.ts';
import { citySchema } from '#features/cities/city.ts';
import { adminLeadSchema } from '#features/leads/admin/admin-lead.ts';
import { become, call, callByName, refusal } from './support/actors.ts';
import { type Work, workOf } from './support/work.ts';
import { caller, id, worldOfFile } from './support/world.ts';

const ROWS = 500;
const db = await worldOfFile();
beforeAll(async () => {
  await db.sql(`update public.artists set featured = true where id = $1`, [id('A3')]);
});

interface Page {
  total: number;
  rows: Record<string, never>[];
}
const textOf = (name: string, args: Record<string, unknown>) => {
  const slots = Object.keys(args).map((key, n) => `p_${key} => $${n + 1}`);
  return `select public.${name}(${slots.join(', ')}) as page`;
};
const list = (name: string, args: Record<string, unknown> = {}) =>
  callByName<Page>(db, caller('admin'), name, args);
const column = (page: Page, key: string) => page.rows.map((row) => row[key]);

describe('each list gives rows that its schema takes, and counts them all', () => {
  test.each([
    ['admin_list_users', adminUserSchema, 6],
    ['admin_list_artists', adminArtistSchema, 4],
    ['admin_list_requests', adminLeadSchema, 5],
    ['admin_list_cities', citySchema, 1],
    ['admin_list_audit', auditSchema, 1],
  ])('%s', async (name, schema, total) => {
    const page = await list(name);
    expect(page.total).toBe(total);
    expect(page.rows).toHaveLength(total);
    for (const row of page.rows) schema.parse(row);
  });

  test('the overview and the chart', async () => {
    const [row] = await call<{ counts: unknown }>(
      db,
      caller('admin'),
      'select public.admin_overview() as counts',
    );
    expect(overviewSchema.parse(row?.counts)).toEqual({
      artists: 4,
      artists_public: 2,
      leads: 5,
      leads_last_7_days: 5,
      held_leads: 2,
      cities: 1,
      user_roles: 6,
      clients: 2,
    });
    await db.sql(
      `update public.lead_records set created_at = now() - interval '8 days' where id = $1`,
      [id('L4')],
    );
    const days = await call<{ day: string; leads: number }>(
      db,
      caller('admin'),
      'select day::text, leads from public.admin_requests_by_day(9)',
    );
    expect(days).toHaveLength(9);
    for (const day of days) leadDaySchema.parse(day);
    expect([days[0]?.leads, days[8]?.leads]).toEqual([1, 4]);
  });
});

describe('finding', () => {
  test.each([
    [
      'admin_list_users',
      { filter: 'artist' },
      'email',
      ['artist2@example.com', 'artist@example.com', 'newcomer@example.com'],
    ],
    [
      'admin_list_users',
      { search: 'THE client' },
      'email',
      ['client2@example.com', 'client@example.com'],
    ],
    ['admin_list_artists', { filter: 'private' }, 'name', ['A1', 'A4']],
    ['admin_list_artists', { filter: 'public' }, 'name', ['A2', 'A3']],
    ['admin_list_artists', { filter: 'featured' }, 'name', ['A3']],
    ['admin_list_artists', { search: 'a4@EXAMPLE' }, 'name', ['A4']],
    ['admin_list_artists', { search: '%' }, 'name', []],
    ['admin_list_artists', { search: '_' }, 'name', []],
    ['admin_list_requests', { filter: 'held' }, 'name', ['Person L3', 'Person L5']],
    ['admin_list_requests', { filter: 'unassigned' }, 'name', ['Person L4']],
    ['admin_list_requests', { filter: 'reported' }, 'name', []],
    ['admin_list_requests', { filter: 'new' }, 'name', ['Person L4']],
    ['admin_list_requests', { filter: 'in_review' }, 'name', ['Person L1', 'Person L5']],
    ['admin_list_requests', { filter: 'completed' }, 'name', ['Person L2']],
    ['admin_list_requests', { search: 'person l2' }, 'name', ['Person L2']],
    ['admin_list_users', { filter: 'with_leads' }, 'lead_count', [1, 2]],
    ['admin_list_cities', { search: 'antonio' }, 'slug', ['san-antonio-tx']],
    ['admin_list_audit', { filter: 'role' }, 'action', ['role.changed']],
    ['admin_list_audit', { filter: 'city' }, 'action', []],
  ])('%s %j', async (name, args, key, wanted) => {
    const page = await list(name, args);
    expect(column(page, key).sort()).toEqual(wanted);
    expect(page.total).toBe(wanted.length);
  });

  test('sorts both ways and pages without gaps', async () => {
    const up = column(await list('admin_list_artists', { sort: 'name', desc: false }), 'name');
    expect(up).toEqual(['A1', 'A2', 'A3', 'A4']);
    const down = column(await list('admin_list_artists', { sort: 'name', desc: true }), 'name');
    expect(down).toEqual([...up].reverse());
    const parts = await Promise.all(
      [0, 1, 2, 3].map((offset) => list('admin_list_artists', { sort: 'city', limit: 1, offset })),
    );
    expect(parts.flatMap((part) => column(part, 'name')).sort()).toEqual(up);
  });

  test.each([
    ['admin_list_users', { filter: 'owner' }, 'filter'],
    ['admin_list_users', { sort: 'encrypted_password' }, 'sort'],
    ['admin_list_artists', { sort: 'name; drop table public.artists' }, 'sort'],
  ])('%s %j is refused', async (name, args, field) => {
    expect(await refusal(list(name, args))).toMatchObject({ code: 'invalid_input', field });
  });
});

describe(`at ${ROWS} rows`, () => {
  beforeAll(async () => {
    await db.sql(
      `insert into auth.users (id, email) select gen_random_uuid(), 'many' || n || '@example.com' from generate_series(1, ${ROWS}) n`,
    );
    await db.sql(`insert into public.artists (user_id, name, slug, city, state, styles, public_visible, created_at)
      select id, 'Many ' || n, 'many-' || n, 'Austin', 'TX', '{Nature}', n % 3 > 0, now() - n * interval '1 min'
      from (select id, row_number() over () as n from auth.users where email like 'many%') many`);
    await db.sql(
      `insert into public.artist_contacts select id, slug || '@example.com', null from public.artists on conflict do nothing`,
    );
    await db.sql(`insert into public.lead_records (city, project_description, surface_type, style_preference, budget_range, created_at)
      select 'Austin', 'A wall number ' || n, 'brick', 'nature', '1k-5k', now() - n * interval '1 min' from generate_series(1, ${ROWS}) n`);
    await db.sql(
      `insert into public.lead_contacts select id, 'Somebody', 'somebody@example.com', null from public.lead_records on conflict do nothing`,
    );
    await db.sql(
      // Dated back: no artist is told of it.
      `insert into public.lead_assignments (lead_id, artist_id, created_at)
       select l.id, $1, now() - interval '1 day' from public.lead_records l
       union all
       select l.id, a.id, now() - interval '1 day'
         from (select id, row_number() over () as n from public.lead_records) l
         join (select id, row_number() over () as n from public.artists where slug like 'many-%') a using (n)
       on conflict do nothing`,
      [id('A1')],
    );
    await db.sql('analyze');
  }, 120_000);

  /** Of each table, how often each of its rows was read. */
  const readsOfEach = ({ read }: Work) => Math.max(0, ...Object.values(read)) / ROWS;
  /** Nothing is called once for each row but what folds its accents away. */
  const mostCalls = ({ calls }: Work) =>
    Math.max(
      0,
      ...Object.entries(calls).map(([name, n]) =>
        /\.(bare_|search_|trigrams)/.test(name) ? 0 : n,
      ),
    );

  test.each([
    ['admin_list_users', { search: 'many99' }],
    ['admin_list_users', { filter: 'client', sort: 'lead_count' }],
    ['admin_list_artists', { search: 'many 9', sort: 'name' }],
    ['admin_list_artists', { offset: ROWS - 25 }],
    ['admin_list_requests', { filter: 'new', sort: 'status' }],
    ['admin_list_requests', { search: 'number 99', offset: 20 }],
    ['admin_overview', {}],
  ])('%s %j reads rows a few times and asks once who calls', async (name, args) => {
    const work = await workOf(db, caller('admin'), textOf(name, args), Object.values(args));
    expect(readsOfEach(work)).toBeLessThan(4);
    expect(work.calls['private.is_admin']).toBe(1);
    expect(mostCalls(work)).toBeLessThan(30);
  });

  test.each(['admin_list_artists', 'admin_list_requests', 'admin_find_artists'])(
    '%s looks at what it finds, not at every row',
    async (name) => {
      const work = await workOf(db, caller('admin'), `select public.${name}('many 99')`);
      expect(work.calls['private.search_text'] ?? 0).toBeLessThan(ROWS / 20);
    },
  );

  /** The way to the rows where reading all of them is no choice, which it is while they are few. */
  const planOf = (who: 'anon' | 'artist', query: string) =>
    db.transaction(async (tx) => {
      await tx.sql('set local enable_seqscan = off');
      await become(tx, caller(who));
      const lines = await tx.sql<Record<string, string>>(`explain ${query}`);
      return lines.map((line) => line['QUERY PLAN']).join('\n');
    });

  test.each([
    [
      'the home page',
      `select * from public.artists where public_visible order by featured desc, average_rating desc, id limit 6`,
      'artists_standing_idx',
    ],
    [
      'a city page',
      `select * from public.artists where public_visible and city_slug = 'san-antonio-tx'`,
      'artists_city_slug_idx',
    ],
    [
      'recent murals',
      `select * from public.murals where public_visible order by created_at desc limit 3`,
      'murals_recent_idx',
    ],
    [
      'a lead by its id',
      `select * from public.leads where id = '${id('L1')}'`,
      'lead_records_pkey',
    ],
  ])('%s is read through its index', async (what, query, index) => {
    const plan = await planOf(what.includes('lead') ? 'artist' : 'anon', query);
    expect(plan).toContain(index);
    expect(plan).not.toMatch(/Seq Scan|Sort Key: (murals|artists)/);
  });

  test('roles are asked for once a statement, not once a row', async () => {
    const work = await workOf(db, caller('admin'), 'select * from public.artists');
    expect(work.calls).toEqual({ 'private.is_admin': 1 });
  });

  test('an artist with many leads still gets a page of them', async () => {
    const text = 'select * from public.leads order by created_at desc limit 25';
    const work = await workOf(db, caller('artist'), text);
    expect(readsOfEach(work)).toBeLessThan(20);
    expect(mostCalls(work)).toBeLessThan(30);
  });

  test('one change costs the same however large the directory is', async () => {
    const text = `update public.artists set styles = '{Abstract}', public_visible = true where id = $1`;
    const work = await workOf(db, { role: 'postgres' }, text, [id('A3')]);
    expect(work.written['public.artists']).toBe(1);
    expect(readsOfEach(work)).toBeLessThan(0.1);
    expect(mostCalls(work)).toBeLessThan(60);
  });
});
