import type postgres from 'postgres';

/** Leads of one artist, and of everybody together. */
export const ARTIST_LEADS = 500;
export const ADMIN_LEADS = 20_000;

/** Adds leads until the demo artist has `ofArtist` and the directory `inAll`, each with its person and an artist. */
export async function leadsUpTo(sql: postgres.Sql, ofArtist: number, inAll: number): Promise<void> {
  const [owner] = await sql<{ id: string }[]>`
    select a.id from public.artists a join auth.users u on u.id = a.user_id where u.email = 'artist@example.com'`;
  const [has] = await sql<{ mine: number; all: number }[]>`
    select (select count(*)::int from public.lead_records) as all,
      (select count(*)::int from public.lead_assignments where artist_id = ${owner?.id ?? null}) as mine`;
  if (!owner || !has) throw new Error('The seed has no artist with an account.');
  const missing = Math.max(0, inAll - has.all);
  const mine = Math.min(missing, Math.max(0, ofArtist - has.mine));
  await sql`
    with artist as (
      select id, row_number() over (order by id) - 1 as n from public.artists where id <> ${owner.id}
    ), lead as (
      insert into public.lead_records (city, project_description, mural_size, surface_type, style_preference, budget_range, created_at)
      select 'San Antonio', 'A wall of our shop number ' || n || ', some twelve feet by thirty.', '12 x 30 ft', 'brick',
        'nature', '1k-5k', now() - n * interval '7 minutes'
      from generate_series(1, ${missing}::int) n returning id
    ), numbered as (
      select id, row_number() over (order by id) - 1 as n from lead
    ), person as (
      insert into public.lead_contacts (lead_id, name, email)
      select id, 'Dana Whitfield', 'dana' || n || '@example.com' from numbered
    )
    insert into public.lead_assignments (lead_id, artist_id)
    select l.id, case when l.n < ${mine} then ${owner.id}::uuid else a.id end
    from numbered l left join artist a on a.n = l.n % (select count(*) from artist) and l.n >= ${mine}
    where l.n < ${mine} or a.id is not null`;
  await sql`analyze`;
}
