import path from 'node:path';
import type postgres from 'postgres';
import { ARTIST_LEADS, leadsUpTo } from './api-leads.ts';
import { openDatabase } from './database.ts';
import { type Figure, median, withinGoal } from './stats.ts';

/** What a directory of ten thousand artists holds after a year. */
const ARTISTS = 10_000;
const REQUESTS = 100_000;
const FILES = 200_000;
const MAILS = 60_000;
/** As in BENCH_YEAR=0.25, for a machine that has not the time. */
const SHARE = Number(process.env.BENCH_YEAR ?? 1);
/** One request in so many became a job. */
const JOB_EACH = 10;
const RUNS = 15;
/** Requests of one client. */
const CLIENT_REQUESTS = 20;
/** How much longer a call may take than at a tenth of all that. */
const GROWTH = 1.5;

interface Call {
  name: string;
  /** Milliseconds. */
  goal: number;
  /** Who calls; nobody but the owner of the database without it. */
  as?: 'artist' | 'client' | 'admin';
  sql: string;
}

const CALLS: Call[] = [
  {
    name: 'an upload',
    goal: 10,
    as: 'artist',
    sql: `insert into storage.objects (bucket_id, name, owner, metadata)
      values ('portfolio-images', auth.uid() || '/new.webp', auth.uid(), '{"size": 1000, "mimetype": "image/webp"}')`,
  },
  {
    name: 'a lease while all emails wait',
    goal: 5,
    sql: 'select * from private.lease_mails(20, 60)',
  },
  {
    name: 'suggestions for 25 requests',
    goal: 50,
    as: 'admin',
    sql: `select public.admin_suggestions(array(select id from public.lead_records order by created_at desc limit 25))`,
  },
  {
    name: 'searched requests',
    goal: 50,
    as: 'admin',
    sql: `select public.admin_list_requests('number 77')`,
  },
  {
    name: 'searched artists',
    goal: 50,
    as: 'admin',
    sql: `select public.admin_list_artists('ramirez')`,
  },
  {
    name: 'the next artists after a no',
    goal: 50,
    sql: `select private.offer_next((select id from public.lead_records order by created_at limit 1))`,
  },
  {
    name: 'whose turn it is in 100 jobs',
    goal: 100,
    sql: `select count(t.turn) from (
        select lead_id, artist_id from public.lead_assignments where state = 'accepted' order by lead_id limit 100) j
      cross join lateral private.job_turns(j.lead_id, j.artist_id) t`,
  },
  {
    name: 'Today of an artist with 500 requests',
    goal: 500,
    as: 'artist',
    sql: 'select public.my_day()',
  },
  {
    name: 'the inbox of an artist with 500 requests',
    goal: 50,
    as: 'artist',
    sql: `select public.conversation_summaries(array(select id from public.leads))`,
  },
  {
    name: 'My Quotes of a client with 20 requests',
    goal: 50,
    as: 'client',
    sql: `select public.conversation_summaries(array(select id from public.leads))`,
  },
  {
    name: 'what needs an admin',
    goal: 500,
    as: 'admin',
    sql: 'select public.admin_needs(5)',
  },
];

/** What each call takes after a year of life, beside the same call at a tenth of the size. */
export async function measureYear(workDir: string): Promise<Figure[]> {
  const small = await timesAt(path.join(workDir, 'tenth'), SHARE / 10);
  const large = await timesAt(path.join(workDir, 'year'), SHARE);
  return CALLS.flatMap(({ name, goal }): Figure[] => {
    const value = large.get(name) ?? Number.NaN;
    return [
      withinGoal(goal, 'ms', name, value),
      withinGoal(
        GROWTH,
        '× the time at a tenth',
        `${name}, growth`,
        value / (small.get(name) ?? NaN),
      ),
    ];
  });
}

async function timesAt(dataDir: string, share: number): Promise<Map<string, number>> {
  console.log(`\n— ${(ARTISTS * share).toLocaleString('en-US')} artists and their year`);
  const { sql, stop } = await openDatabase(dataDir, ARTISTS * share);
  try {
    await fill(sql, share);
    const people = await sql<{ email: string; id: string }[]>`
      select email, id from auth.users where email in ('artist@example.com', 'client@example.com', 'admin@example.com')`;
    const times = new Map<string, number>();
    for (const call of CALLS) {
      const caller = people.find(({ email }) => email === `${call.as}@example.com`);
      times.set(call.name, await timeOf(sql, call, caller?.id));
    }
    return times;
  } finally {
    await stop();
  }
}

/** The rows of a year, as data and not by what made them: nothing is told to anybody. */
async function fill(sql: postgres.Sql, share: number): Promise<void> {
  await sql.unsafe(`set session_replication_role = replica`);
  await leadsUpTo(sql, ARTIST_LEADS, REQUESTS * share);
  await jobsOf(sql);
  await sql`
    update public.lead_records l set created_by_user = (select u.id from auth.users u where u.email = 'client@example.com')
    from (select s.lead_id from public.lead_assignments s join public.artists a on a.id = s.artist_id
      join auth.users u on u.id = a.user_id and u.email = 'artist@example.com'
      order by s.state = 'accepted' desc, s.lead_id limit ${CLIENT_REQUESTS}) o where o.lead_id = l.id`;
  await sql`
    insert into storage.objects (bucket_id, name, owner, metadata)
    select 'portfolio-images', coalesce(a.user_id, a.id) || '/' || n || '.webp', a.user_id, '{"size": 100000, "mimetype": "image/webp"}'
    from public.artists a cross join generate_series(1, ${FILES / ARTISTS}::int) n`;
  await sql`
    insert into private.mails (kind, event, address, lead_id, attempts, next_attempt_at, created_at)
    select 'request_message', 'year:' || l.n, 'dana' || l.n || '@example.com', l.id, 3, now() + interval '10 minutes', now() - interval '1 hour'
    from (select id, row_number() over (order by id) as n from public.lead_records) l where l.n <= ${MAILS * share}::int`;
  await sql.unsafe(`set session_replication_role = origin`);
  await sql`analyze`;
}

/** Jobs with all that a turn looks at: a proposal, an agreement that both signed, two parts of the price, a sketch. */
async function jobsOf(sql: postgres.Sql): Promise<void> {
  await sql`
    update public.lead_assignments s set state = 'accepted', status = 'in_review', answered_at = now(), accepted_at = now()
    from (select lead_id, artist_id, row_number() over (order by lead_id) as n from public.lead_assignments) j
    where j.lead_id = s.lead_id and j.artist_id = s.artist_id and j.n % ${JOB_EACH}::int = 0`;
  const body = JSON.stringify({ rounds: 2, starts_on: '2099-03-01', ends_on: '2099-03-05' });
  const job = sql`(select lead_id, artist_id from public.lead_assignments where state = 'accepted') j`;
  const hash = sql`encode(sha256(convert_to(${body}, 'UTF8')), 'hex')`;
  await sql`
    insert into public.proposals (lead_id, artist_id, low, high, starts_on, days, valid_until, state)
    select j.lead_id, j.artist_id, 900, 900, '2099-03-01', 5, '2099-02-01', 'accepted' from ${job}`;
  await sql`
    insert into private.agreements (lead_id, artist_id, version, state, in_force)
    select j.lead_id, j.artist_id, 1, 'in_force', 1 from ${job}`;
  await sql`
    insert into private.agreement_versions (lead_id, artist_id, version, body, hash, idempotency_key, created_at)
    select j.lead_id, j.artist_id, 1, ${body}, ${hash}, gen_random_uuid(), now() from ${job}`;
  await sql`
    insert into private.agreement_signatures (lead_id, artist_id, version, side, hash, name, proven_by, signed_at)
    select j.lead_id, j.artist_id, 1, x.side, ${hash}, 'Dana Whitfield', 'account', now()
    from ${job} cross join (values ('client'), ('artist')) x (side)`;
  await sql`
    insert into private.payment_parts (lead_id, artist_id, position, label, amount, due, state, due_at)
    select j.lead_id, j.artist_id, x.position, x.label, 450, 'done', x.state, now()
    from ${job} cross join (values (1, 'Deposit', 'received'), (2, 'Final payment', 'due')) x (position, label, state)`;
  await sql`
    insert into private.sketches (lead_id, artist_id, state) select j.lead_id, j.artist_id, 'open' from ${job}`;
  await sql`
    insert into private.sketch_versions (lead_id, artist_id, number, hash, idempotency_key)
    select j.lead_id, j.artist_id, 1, repeat('0', 64), gen_random_uuid() from ${job}`;
}

async function timeOf(sql: postgres.Sql, call: Call, user: string | undefined): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run <= RUNS; run++) {
    await sql.unsafe('begin');
    if (call.as) {
      const id = user ?? '';
      await sql`select set_config('request.jwt.claim.sub', ${id}, true)`;
      await sql.unsafe('set local role authenticated');
    }
    const began = performance.now();
    await sql.unsafe(call.sql);
    times.push(performance.now() - began);
    await sql.unsafe('rollback');
  }
  // The first reads what the others find in memory.
  return median(times.slice(1));
}
