import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import postgres from 'postgres';
import { createKeys, spawnBackend } from '#embedded/index.ts';
import { startNative } from '#embedded/native/server.ts';
import { ADMIN_LEADS, leadsUpTo } from './api-leads.ts';
import { type Figure, summary } from './stats.ts';

const ARTISTS = Number(process.env.BENCH_DESK_ARTISTS ?? 10_000);
const RUNS = 15;
/** What an admin waits for at most, at this many leads and artists. */
const GOAL_MS = 300;

const LEADS = 'public.admin_list_requests';
/** Each list of the desk as its tab asks for it, and in the ways that have to look at the most. */
const LISTS: Record<string, string> = {
  'needs you': 'public.admin_needs()',
  'one lead': `public.admin_request((select id from public.lead_records order by created_at limit 1))`,
  leads: `${LEADS}()`,
  'leads, last page': `${LEADS}(p_offset => ${ADMIN_LEADS - 25})`,
  'leads by text': `${LEADS}(p_search => 'wall')`,
  'leads by phone': `${LEADS}(p_search => '(210) 555-01')`,
  'leads by all filters': `${LEADS}('wall', 'new', p_city => 'san antonio', p_style => 'nature', p_budget => '1k-5k', p_from => '2020-01-01', p_until => '2099-01-01')`,
  ...Object.fromEntries(
    ['new', 'in_review', 'held', 'unassigned', 'unanswered', 'reported', 'proposed'].map(
      (state) => [`leads, ${state}`, `${LEADS}(p_filter => '${state}')`],
    ),
  ),
  ...Object.fromEntries(
    ['name', 'city', 'kind', 'status'].map((sort) => [
      `leads by ${sort}`,
      `${LEADS}(p_sort => '${sort}', p_desc => false)`,
    ]),
  ),
  'cities of leads': 'public.admin_request_cities()',
  'finder of artists': `public.admin_find_artists('a')`,
  artists: 'public.admin_list_artists()',
  'artists by text': `public.admin_list_artists(p_search => 'mar')`,
  clients: `public.admin_list_users(p_filter => 'client')`,
  users: 'public.admin_list_users()',
  mails: 'public.admin_mails()',
  murals: 'public.admin_list_murals()',
  reviews: 'public.admin_list_reviews()',
  reports: 'public.admin_list_picture_reports()',
  cities: 'public.admin_list_cities()',
  'audit trail': 'public.admin_list_audit()',
};

/** Every list of the admin dashboard at 20,000 leads and 10,000 artists, as an admin, on native PostgreSQL. */
export async function measureDesk(workDir: string): Promise<Figure[]> {
  const dataDir = path.join(workDir, 'desk');
  await mkdir(dataDir, { recursive: true });
  const server = await startNative({ dataDir, password: randomUUID(), loopback: true });
  const { host, port, username, password, database } = server.connection;
  const url = `postgres://${username}:${password}@${host}:${port}/${database}`;
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const backend = await spawnBackend({
      dataDir: path.join(dataDir, 'backend'),
      databaseUrl: url,
      origin: 'http://127.0.0.1:4321',
      seed: `scale:${ARTISTS}`,
      keys: createKeys(),
    });
    await backend.stop();
    await leadsUpTo(sql, 0, ADMIN_LEADS);
    return await timed(sql);
  } finally {
    await sql.end();
    await server.stop();
  }
}

async function timed(sql: postgres.Sql): Promise<Figure[]> {
  const [admin] = await sql<{ id: string }[]>`
    select user_id as id from public.user_roles where role = 'admin' limit 1`;
  if (!admin) throw new Error('The seed has no admin.');
  await sql`select set_config('request.jwt.claim.sub', ${admin.id}, false),
    set_config('request.jwt.claims', ${JSON.stringify({ sub: admin.id, role: 'authenticated' })}, false),
    set_config('role', 'authenticated', false)`;
  const figures: Figure[] = [];
  for (const [name, statement] of Object.entries(LISTS)) {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const began = performance.now();
      await sql.unsafe(`select ${statement}`);
      times.push(performance.now() - began);
    }
    const { p50, p95, runs } = summary(times);
    figures.push({
      name: `desk: ${name}, p95`,
      value: p95,
      unit: 'ms',
      against: { name: 'the goal', value: GOAL_MS },
      better: 'smaller',
      detail: { p50, runs },
    });
  }
  return figures;
}
