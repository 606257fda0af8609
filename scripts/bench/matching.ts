import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import postgres from 'postgres';
import { createKeys, startBackend } from '#embedded/index.ts';
import { startNative } from '#embedded/native/server.ts';
import { MATCHING_RULES, type MatchingRule } from '#features/requests/matching/matching.ts';
import { Random } from '#seed/random.ts';
import { gini } from '#tests/support/cases/gini.ts';
import {
  idOf,
  insertArtists,
  type MarketArtist,
  marketArtist,
  marketCities,
  marketRequest,
  wishesMet,
} from './matching-market.ts';
import { type Figure, summary } from './stats.ts';

const ARTISTS = Number(process.env.BENCH_MATCHING_ARTISTS ?? 10_000);
const REQUESTS = Number(process.env.BENCH_MATCHING_REQUESTS ?? 5000);
/** Of a town's worth of artists, so many are there from the first day, and so many come in the course of the year. */
const MARKET = { settled: 150, coming: 50 };
const GOAL_MS = 30;
const YEAR_MS = 365 * 86_400_000;
const MURALS = 400;

/**
 * Matching: how long the database takes for one request among 10,000 artists, and a year of requests, once by each
 * rule: how they spread, how many of who came got one, and how well who got one fits.
 */
export async function measureMatching(workDir: string): Promise<Figure[]> {
  const dataDir = path.join(workDir, 'matching');
  await mkdir(path.join(dataDir, 'backend'), { recursive: true });
  const server = await startNative({
    dataDir,
    password: randomUUID(),
    loopback: true,
    options: '',
  });
  const { host, port, username, password, database } = server.connection;
  const url = `postgres://${username}:${password}@${host}:${port}/${database}`;
  const backend = await startBackend({
    dataDir: path.join(dataDir, 'backend'),
    databaseUrl: url,
    origin: 'http://127.0.0.1:4321',
    seed: 'none',
    keys: createKeys(),
  });
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return [...(await simulate(sql)), ...(await measureLatency(sql))];
  } finally {
    await sql.end();
    await backend.stop();
    await server.stop();
  }
}

interface Year {
  gini: number;
  /** Artists who got a request, and of those who came in the course of the year. */
  reached: number;
  newcomers: number;
  /** The mean of what of their wishes the artists meet that requests went to. */
  met: number;
}

async function simulate(sql: postgres.Sql): Promise<Figure[]> {
  const years = {} as Record<MatchingRule, Year>;
  const miles = await marketCities(sql);
  for (const rule of MATCHING_RULES) {
    years[rule] = await undone(sql, (tx) => yearOf(tx, rule, miles));
    console.log(`  a year by ${rule}: ${JSON.stringify(years[rule])}`);
  }
  const { scores, specification } = years;
  const beside = (value: number) => ({ name: 'the rule of the specification', value });
  const of = `${REQUESTS.toLocaleString('en-US')} requests in a year`;
  return [
    figure(`Gini of ${of}`, scores.gini, '', beside(specification.gini), 'smaller'),
    figure(
      `artists who got one of ${of}`,
      scores.reached,
      `of ${MARKET.settled + MARKET.coming}`,
      beside(specification.reached),
      'larger',
    ),
    figure(
      `newcomers who got one of ${of}`,
      scores.newcomers,
      `of ${MARKET.coming}`,
      beside(specification.newcomers),
      'larger',
    ),
    figure(
      'wishes met by who got a request',
      100 * scores.met,
      '%',
      beside(100 * specification.met),
      'larger',
    ),
  ];
}

function figure(
  name: string,
  value: number,
  unit: string,
  against: Figure['against'],
  better: Figure['better'],
): Figure {
  return { name: `matching, ${name}`, value, unit, against, better };
}

class Undo extends Error {}

async function undone<T>(sql: postgres.Sql, work: (tx: postgres.TransactionSql) => Promise<T>) {
  let answer: T | undefined;
  await sql
    .begin(async (tx) => {
      answer = await work(tx);
      throw new Undo();
    })
    .catch((error) => {
      if (!(error instanceof Undo)) throw error;
    });
  return answer as T;
}

/** Five artists are offered for each request; whoever asks takes one to three of them, mostly those who fit best. */
async function yearOf(
  tx: postgres.TransactionSql,
  rule: MatchingRule,
  miles: (from: string, to: string) => number | null,
): Promise<Year> {
  const rng = new Random('a year');
  const { settled, coming } = MARKET;
  const artists = Array.from({ length: settled + coming }, (_, n) =>
    marketArtist(rng, n, n < settled),
  );
  const byId = new Map(artists.map((artist) => [artist.id, artist]));
  await insertArtists(tx, artists);
  // What follows from a request (mails, notices, reminders) is not what is measured.
  await tx`set local session_replication_role = replica`;
  const start = Date.now() - YEAR_MS;
  const given = new Map<string, number>();
  let met = 0;
  let met_of = 0;
  let arrived = 0;
  for (let n = 0; n < REQUESTS; n++) {
    const request = marketRequest(rng, n, new Date(start + (n / REQUESTS) * YEAR_MS));
    for (; arrived < (coming * n) / REQUESTS; arrived++) await join(tx, artists[settled + arrived]);
    await tx`insert into public.lead_records ${tx({ ...request, project_description: 'A wall for us' })}`;
    const offered = await tx<{ artist_id: string }[]>`
      select artist_id from private.matched_artists(${request.id}, null, ${rule}, ${request.created_at}) order by rank`;
    const liked = offered
      .map(({ artist_id }) => byId.get(artist_id) as MarketArtist)
      .map((artist) => ({ artist, fit: wishesMet(artist, request, miles) }))
      .map((one) => ({ ...one, liking: one.fit + rng.range(0, 0.5) }))
      .sort((a, b) => b.liking - a.liking);
    const chosen = liked.slice(0, rng.int(1, 3));
    for (const { artist, fit } of chosen) {
      given.set(artist.id, (given.get(artist.id) ?? 0) + 1);
      met += fit;
      met_of++;
      await tx`insert into public.lead_assignments (lead_id, artist_id, created_at)
        values (${request.id}, ${artist.id}, ${request.created_at})`;
    }
    await tx`select private.refresh_match_profiles(${chosen.map(({ artist }) => artist.id)}) as done`;
  }
  const counts = artists.map(({ id }) => given.get(id) ?? 0);
  return {
    gini: gini(counts),
    reached: counts.filter((count) => count > 0).length,
    newcomers: counts.slice(settled).filter((count) => count > 0).length,
    met: met / Math.max(met_of, 1),
  };
}

async function join(tx: postgres.TransactionSql, artist: MarketArtist | undefined): Promise<void> {
  if (!artist) return;
  await tx`update public.artists set public_visible = true where id = ${artist.id}`;
  await tx`select private.refresh_match_profiles(${[artist.id]}) as done`;
}

/** One request at a time, half of them with six murals that were chosen, by the database's own clock. */
async function measureLatency(sql: postgres.Sql): Promise<Figure[]> {
  const rng = new Random('many artists');
  const artists = Array.from({ length: ARTISTS }, (_, n) => marketArtist(rng, n, true));
  await insertArtists(sql, artists);
  const murals = Array.from({ length: MURALS }, (_, n) => ({
    id: idOf(`mural ${n}`),
    slug: `mural-${n}`,
    title: `Mural ${n}`,
    public_visible: true,
    artist_id: rng.pick(artists).id,
    styles: rng.pick(artists).styles,
  }));
  await sql`insert into public.murals ${sql(murals)}`;
  await sql.begin((tx) => insertRequests(tx, rng, artists, murals));
  await sql`vacuum analyze`;
  const figures: Figure[] = [];
  for (const [name, parity] of [
    ['', 0],
    [', with 6 murals chosen', 1],
  ] as const) {
    const times: number[] = [];
    for (let n = parity; n < 240; n += 2) times.push(await timed(sql, idOf(`request ${n}`)));
    const { p50, p95 } = summary(times.slice(20));
    const title = `one request among ${ARTISTS.toLocaleString('en-US')} artists${name}`;
    const goal = { name: 'goal', value: GOAL_MS };
    figures.push(figure(`${title}, p50`, p50, 'ms', goal, 'smaller'));
    figures.push(figure(`${title}, p95`, p95, 'ms', goal, 'smaller'));
  }
  return figures;
}

/** Two requests for each artist in the last year, each given to two. */
async function insertRequests(
  tx: postgres.TransactionSql,
  rng: Random,
  artists: readonly MarketArtist[],
  murals: readonly { id: string }[],
): Promise<void> {
  await tx`set local session_replication_role = replica`;
  const requests = Array.from({ length: 2 * artists.length }, (_, n) =>
    marketRequest(rng, n, new Date(Date.now() - (n / (2 * artists.length)) * YEAR_MS)),
  );
  for (let n = 0; n < requests.length; n += 1000) {
    const some = requests.slice(n, n + 1000);
    await tx`insert into public.lead_records ${tx(some.map((one) => ({ ...one, project_description: 'A wall for us' })))}`;
    const given = some.flatMap(({ id, created_at }) => {
      const chosen = new Set([rng.pick(artists).id, rng.pick(artists).id]);
      return [...chosen].map((artist_id) => ({ lead_id: id, artist_id, created_at }));
    });
    await tx`insert into public.lead_assignments ${tx(given)}`;
  }
  for (let n = 1; n < 240; n += 2) {
    const chosen = rng.shuffle(murals).slice(0, 6);
    await tx`insert into public.request_details (lead_id, mural_ids) values (${idOf(`request ${n}`)}, ${chosen.map(({ id }) => id)})`;
  }
  await tx`select private.refresh_match_profiles(${artists.map(({ id }) => id)}) as done`;
}

async function timed(sql: postgres.Sql, lead: string): Promise<number> {
  const rows = await sql<{ 'QUERY PLAN': string }[]>`
    explain (analyze, timing off) select * from private.matched_artists(${lead}, null, 'scores', now())`;
  return Number(/Execution Time: ([\d.]+) ms/.exec(rows.at(-1)?.['QUERY PLAN'] ?? '')?.[1]);
}
