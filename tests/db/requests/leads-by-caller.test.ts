import { randomInt, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { call } from '../support/actors.ts';
import { type Actor, caller, id, worldOfFile } from '../support/world.ts';

/** The view `leads` in one query for everybody, as it was before each caller's leads were found their own way. */
const IN_ONE_QUERY = `
  create view public.leads_in_one_query with (security_invoker = true) as
  select l.id, coalesce(c.name, '***') as name, c.email, c.phone, l.city, l.project_description, l.mural_size,
    l.surface_type, l.style_preference, l.budget_range, coalesce(w.mine, w.furthest, 'new') as status,
    coalesce(w.artists, '{}') as assigned_artist, l.created_by_user, l.created_at, l.kind, l.held,
    l.withdrawn_at
  from public.lead_records l
  left join public.lead_contacts c on c.lead_id = l.id
  left join lateral (
    select array_agg(a.artist_id order by a.created_at, a.artist_id) as artists, max(a.status) as furthest,
      max(a.status) filter (where a.artist_id = (select private.my_artist_id())) as mine
    from public.lead_assignments a where a.lead_id = l.id
  ) w on true`;

const OWNERS: (Actor | null)[] = ['client', 'client2', 'artist', 'artist2', 'admin', null];
const ARTISTS = ['A1', 'A2', 'A3'];
const STATUSES = ['new', 'in_review', 'completed'];
const LEADS = 150;
const any = <T>(list: readonly T[]) => list[randomInt(list.length)] as T;

const db = await worldOfFile();
beforeAll(async () => {
  await db.sql(IN_ONE_QUERY);
  await db.sql('grant select on public.leads_in_one_query to authenticated, service_role');
  for (let n = 0; n < LEADS; n++) await randomLead();
});

/** Of anybody, held or not, with any artists; some are as old as others. */
async function randomLead(): Promise<void> {
  const lead = randomUUID();
  const owner = any(OWNERS);
  await db.sql(
    `insert into public.lead_records (id, city, project_description, surface_type, style_preference, budget_range, created_by_user, held, created_at)
     values ($1, 'Austin', 'A wall to paint', 'brick', 'abstract', '1k-5k', $2, $3, now() - $4 * interval '1 hour')`,
    [lead, owner && id(owner), randomInt(4) === 0, randomInt(40)],
  );
  await db.sql(
    `insert into public.lead_contacts (lead_id, name, email) values ($1, $2, 'who@example.com')`,
    [lead, `Person ${lead}`],
  );
  for (const artist of ARTISTS.filter(() => randomInt(3) === 0))
    await db.sql(
      'insert into public.lead_assignments (lead_id, artist_id, status) values ($1, $2, $3)',
      [lead, id(artist), any(STATUSES)],
    );
}

describe('the leads of a caller', () => {
  const seen: Actor[] = ['admin', 'artist', 'artist2', 'client', 'client2', 'newcomer', 'service'];

  test.each(seen)('are the same in whichever way they are found: %s', async (who) => {
    const rows = (view: string) =>
      call(db, caller(who), `select to_jsonb(l) as lead from public.${view} l order by l.id`);
    const found = await rows('leads');
    expect(found).toEqual(await rows('leads_in_one_query'));
    if (who !== 'newcomer') expect(found.length).toBeGreaterThan(0);
  });

  test('of an artist are found from what the artist was given', async () => {
    const plan = await call<{ 'QUERY PLAN': string }>(
      db,
      caller('artist'),
      `explain (analyze, timing off, costs off, summary off)
       select * from public.leads where assigned_artist @> array['${id('A1')}']::uuid[]`,
    );
    const lines = plan.map((line) => line['QUERY PLAN']).join('\n');
    const [everything = '', , given = ''] = lines.split(/One-Time Filter/).slice(1);
    expect(everything).toMatch(/never executed/);
    expect(given).toMatch(/lead_assignments/);
  });
});

describe("the admin's list", () => {
  const list = async (search: string, limit: number, offset: number) => {
    const [row] = await call<{ answer: unknown }>(
      db,
      caller('admin'),
      `select public.admin_list_requests($1, '', 'created_at', true, $2, $3) as answer`,
      [search, limit, offset],
    );
    return row?.answer;
  };

  test.each([
    [25, 0],
    [10, 20],
    [1000, 0],
    [5, 5000],
    [0, -1],
  ])('is the same from the index as when all are searched: %i from %i', async (limit, offset) => {
    // Every lead is found by it.
    expect(await list('', limit, offset)).toEqual(await list('to paint', limit, offset));
  });
});
