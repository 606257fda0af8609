import type { Queryable } from '#embedded/index.ts';

/*
 * A year of a directory, and of people in it who would like to look better than they are: set after set, without a call
 * of the API for each, so that it takes seconds. 40 artists and their 1,200 clients are honest; an admin lets the first
 * reviews of everybody count without a doubt.
 */

const HONEST = `
  insert into public.artists (id, name, slug, created_at)
    select md5('honest' || n)::uuid, 'Honest ' || n, 'honest-' || n, now() - interval '2 years' from generate_series(1, 40) n;
  insert into pg_temp.jobs (artist_id, email, network, foot, day, stars)
    select md5('honest' || 1 + n % 40)::uuid, 'client' || n || '@' || (array['gmail.com', 'yahoo.com', 'restaurant-' || n || '.com'])[1 + n % 3],
      'network ' || n, 12 + 16 * (n * 7919 % 1000) / 1000.0, 1 + n * 104729 % 360, 3 + n % 3 from generate_series(1, 1200) n`;

/** Everything of these jobs is stored as if it had happened on its day of a year that ends now. */
const HAPPENS = `
  with numbered as (update pg_temp.jobs j set id = gen_random_uuid(), at = now() - interval '365 days' + j.day * interval '1 day'
    where j.id is null returning *),
  leads as (insert into public.lead_records (id, kind, city, project_description, mural_size, style_preference, surface_type, budget_range, created_at)
    select id, 'quote', 'San Antonio', 'A wall beside our patio, please', '20 x 10 ft', 'abstract', 'brick', '1k-5k', at from numbered returning id),
  given as (insert into public.lead_assignments (lead_id, artist_id, state, status, created_at, answered_at, accepted_at, completed_at, completed_by, confirmed_at)
    select id, artist_id, 'completed', 'completed', at, at, at, at + interval '1 hour', 'artist', at + interval '1 hour' from numbered returning lead_id),
  offers as (insert into public.proposals (lead_id, artist_id, low, high, starts_on, days, valid_until, state, created_at)
    select id, artist_id, round(foot * 200), round(foot * 200), at::date, 5, at::date + 9, 'accepted', at from numbered returning id),
  said as (insert into public.reviews (id, artist_id, rating, body, created_at, counted_at)
    select id, artist_id, stars, 'Exactly what we hoped for.', at, null from numbered returning id)
  insert into private.review_checks (review_id, lead_id, artist_id, network_hash)
    select id, id, artist_id, sha256(convert_to(network, 'UTF8')) from numbered`;
const SENT = `
  update private.request_senders s set address_hash = private.address_hash(private.mailbox(j.email)),
    domain_hash = private.address_hash(private.own_domain(j.email)), network_hash = sha256(convert_to(j.network, 'UTF8')),
    proven_at = j.at, proven_by = 'link'
  from pg_temp.jobs j where j.id = s.lead_id`;

/** What somebody tries for a year. */
export const ATTACKS = {
  'an artist with a domain': `
    insert into public.artists (id, name, slug, created_at) values (md5('domain')::uuid, 'Domain', 'domain', now() - interval '1 year');
    insert into pg_temp.jobs (artist_id, email, network, foot, day, stars)
      select md5('domain')::uuid, 'me' || n || '@' || (array['', 'a.', 'b.'])[1 + n % 3] || 'mine.com', 'vpn ' || n, 1000, n * 7, 5
      from generate_series(1, 50) n`,
  'an artist with ten mailboxes at a large provider and one phone network': `
    insert into public.artists (id, name, slug, created_at) values (md5('phone')::uuid, 'Phone', 'phone', now() - interval '1 year');
    insert into pg_temp.jobs (artist_id, email, network, foot, day, stars)
      select md5('phone')::uuid, 'me' || n || '@gmail.com', 'phone', 1000, n * 35, 5 from generate_series(1, 10) n`,
  'three artists who swap reviews': `
    insert into public.artists (id, name, slug, created_at)
      select md5('swap' || n)::uuid, 'Swap ' || n, 'swap-' || n, now() - interval '1 year' from generate_series(1, 3) n;
    insert into pg_temp.jobs (artist_id, email, network, foot, day, stars)
      select md5('swap' || a)::uuid, 'swap' || b || '@gmail.com', 'studio ' || b, 1000, m * 30, 5
      from generate_series(1, 3) a, generate_series(1, 3) b, generate_series(1, 11) m where a <> b`,
  'five new artists and a domain, in a day': `
    insert into public.artists (id, name, slug) select md5('new' || n)::uuid, 'New ' || n, 'new-' || n from generate_series(1, 5) n;
    insert into pg_temp.jobs (artist_id, email, network, foot, day, stars)
      select md5('new' || 1 + n % 5)::uuid, 'me' || n || '@mine.com', 'vpn ' || n, 1000, 360, 5 from generate_series(1, 25) n`,
} as const;

interface Seen {
  /** Reviews of the artist of these that has most. */
  reviews: number;
  low: number;
  high: number;
}

async function seen(tx: Queryable): Promise<Seen> {
  const [row] = await tx.sql<Seen>(`
    select coalesce((select max(c.n) from (select count(*)::int as n from public.reviews r join public.artists a on a.id = r.artist_id
        where r.public_visible and a.name not like 'Honest%' group by a.id) c), 0) as reviews,
      (k ->> 'low')::int as low, (k ->> 'high')::int as high
    from jsonb_array_elements(private.kinds_of_walls()) k`);
  if (!row) throw new Error('no kind of walls');
  return row;
}

async function pass(tx: Queryable): Promise<void> {
  await tx.sql(HAPPENS);
  await tx.sql(SENT);
  // An admin looks at the first two of each artist.
  await tx.sql(`update public.reviews r set counted_at = now() from (
      select id, row_number() over (partition by artist_id order by created_at, id) as nth from public.reviews) n
    where n.id = r.id and n.nth <= 2 and r.counted_at is null`);
  // The rest counts as time goes by, one after the other.
  for (let round = 0; round < 13; round++)
    await tx.sql('select private.count_reviews(array(select id from public.artists order by id))');
}

/** The directory before anybody tries anything. Rolled back by the caller. */
export async function honestYear(tx: Queryable): Promise<Seen> {
  await tx.sql(`create temp table jobs (id uuid, at timestamptz, artist_id uuid, email text, network text, foot numeric, day int, stars int)
    on commit drop`);
  for (const statement of HONEST.split(';')) await tx.sql(statement);
  await pass(tx);
  const [counted] = await tx.sql<{ n: number }>(
    `select count(*)::int as n from public.reviews r join public.artists a on a.id = r.artist_id
     where r.public_visible and a.name like 'Honest%'`,
  );
  return { ...(await seen(tx)), reviews: counted?.n ?? 0 };
}

/** What one of them gains: reviews of theirs that everybody sees, and by how much the range of a price moved (0.1: a tenth). */
export async function gainOf(tx: Queryable, attack: string, before: Seen) {
  await tx.sql('savepoint attack');
  for (const statement of attack.split(';')) await tx.sql(statement);
  await pass(tx);
  const { reviews, low, high } = await seen(tx);
  await tx.sql('rollback to savepoint attack');
  const moved = Math.max(Math.abs(low / before.low - 1), Math.abs(high / before.high - 1));
  return { reviews, price: Math.round(moved * 1000) / 1000 };
}
