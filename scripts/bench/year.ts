import path from 'node:path';
import type postgres from 'postgres';
import { ARTIST_LEADS, leadsUpTo } from './api-leads.ts';
import { openDatabase } from './database.ts';
import { type Figure, median } from './stats.ts';

/** What a directory of ten thousand artists holds after a year. */
const ARTISTS = 10_000;
const REQUESTS = 100_000;
const FILES = 200_000;
const MAILS = 60_000;
const RUNS = 15;
/** How much longer a call may take than at a tenth of all that. */
const GROWTH = 1.5;

interface Call {
  name: string;
  /** Milliseconds. */
  goal: number;
  /** Who calls; nobody but the owner of the database without it. */
  as?: 'artist' | 'admin';
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
];

/** What each call takes after a year of life, beside the same call at a tenth of the size. */
export async function measureYear(workDir: string): Promise<Figure[]> {
  const small = await timesAt(path.join(workDir, 'tenth'), 0.1);
  const large = await timesAt(path.join(workDir, 'year'), 1);
  return CALLS.flatMap(({ name, goal }): Figure[] => {
    const value = large.get(name) ?? Number.NaN;
    return [
      { name, value, unit: 'ms', against: { name: 'goal', value: goal }, better: 'smaller' },
      {
        name: `${name}, growth`,
        value: value / (small.get(name) ?? Number.NaN),
        unit: '× the time at a tenth',
        against: { name: 'goal', value: GROWTH },
        better: 'smaller',
      },
    ];
  });
}

async function timesAt(dataDir: string, share: number): Promise<Map<string, number>> {
  console.log(`\n— ${(ARTISTS * share).toLocaleString('en-US')} artists and their year`);
  const { sql, stop } = await openDatabase(dataDir, ARTISTS * share);
  try {
    await fill(sql, share);
    const people = await sql<{ email: string; id: string }[]>`
      select email, id from auth.users where email in ('artist@example.com', 'admin@example.com')`;
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
