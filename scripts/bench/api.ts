import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { createKeys, spawnBackend } from '#embedded/index.ts';
import { startNative } from '#embedded/native/server.ts';
import { ADMIN_LEADS, ARTIST_LEADS, leadsUpTo } from './api-leads.ts';
import type { ApiCase, ApiLoad, ApiRates, Statement } from './api-load.ts';
import { type Figure, round } from './stats.ts';

/** As many artists as the goals name. */
const ARTISTS = Number(process.env.BENCH_API_ARTISTS ?? 10_000);
const CONNECTIONS = [1, 16, 50];
const SECONDS = 2;
const PASSWORD = 'mural-demo-2026';
const LOAD = fileURLToPath(new URL('api-load.ts', import.meta.url));

/** What is held against a goal of its own; everything else stands beside the straight statement alone. */
const GOALS = { listRatio: 0.5, saveP50: 8, readP99: 120 };

/** The straight statements have as many sessions as there are connections. */
const OPTIONS = 'max_connections=120';

/** Never reached here: the limits are not what is measured. */
const NO_LIMIT = { max: 1_000_000_000, windowMs: 60_000 };

/**
 * The API, beside the same statements sent straight to the same PostgreSQL by the `postgres` package, as the same role:
 * requests a second and p95 at 1, 16 and 50 connections. Both loads come from a process of their own, taking turns.
 */
export async function measureApi(
  workDir: string,
  show: (figures: Figure[]) => void,
): Promise<void> {
  const dataDir = path.join(workDir, 'api');
  await mkdir(dataDir, { recursive: true });
  const server = await startNative({
    dataDir,
    password: randomUUID(),
    loopback: true,
    options: OPTIONS,
  });
  const { host, port, username, password, database } = server.connection;
  const url = `postgres://${username}:${password}@${host}:${port}/${database}`;
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const keys = createKeys();
  const backend = await spawnBackend(
    {
      dataDir: path.join(dataDir, 'backend'),
      databaseUrl: url,
      origin: 'http://127.0.0.1:4321',
      seed: `scale:${ARTISTS}`,
      keys,
      limits: { signIns: NO_LIMIT, signInFailures: NO_LIMIT },
    },
    900_000,
  );
  try {
    await sql.unsafe(
      "insert into private.settings (key, value) select k, '999999999' from unnest(array['lead_ip_limit', 'lead_total_limit']) k on conflict (key) do update set value = excluded.value",
    );
    await leadsUpTo(sql, ARTIST_LEADS, ADMIN_LEADS);
    const cases = await casesOf(sql, backend.url, keys.publishableKey);
    for (const each of cases) {
      for (const connections of CONNECTIONS) {
        const load = { seconds: SECONDS, connections, databaseUrl: url, case: each };
        const straight = await run(dataDir, { ...load, kind: 'sql' });
        const api = await run(dataDir, { ...load, kind: 'api' });
        show(figuresOf(each, connections, api, straight));
      }
    }
  } finally {
    await sql.end();
    await backend.stop();
    await server.stop();
  }
}

function figuresOf(
  { name, reads }: ApiCase,
  connections: number,
  api: ApiRates,
  straight: ApiRates,
): Figure[] {
  const title = `${name}, ${connections} connection${connections > 1 ? 's' : ''}`;
  const detail = { api, straight };
  const isList = name === LIST;
  const share = isList ? GOALS.listRatio : 1;
  const figures: Figure[] = [
    {
      name: `${title}${isList ? `, goal ${share} × straight` : ''}`,
      value: api.perSecond,
      unit: `req/s, p95 ${round(api.p95)} ms (straight ${round(straight.p95)})`,
      against: {
        name: isList ? `${share} × straight` : 'straight',
        value: straight.perSecond * share,
      },
      better: 'larger',
      detail,
    },
  ];
  if (reads && connections === 50) figures.push(goal(`${title}, p99`, api.p99, GOALS.readP99));
  if (name === SAVE && connections === 1)
    figures.push(goal(`${title}, p50`, api.p50, GOALS.saveP50));
  return figures;
}

const goal = (name: string, value: number, limit: number): Figure => ({
  name,
  value,
  unit: 'ms',
  against: { name: 'goal', value: limit },
  better: 'smaller',
});

const LIST = 'list of 12';
const SAVE = 'no-op save';

async function casesOf(sql: postgres.Sql, url: string, key: string): Promise<ApiCase[]> {
  const [columns] = await sql<{ names: string }[]>`
    select string_agg(quote_ident(column_name), ',' order by ordinal_position) as names
    from information_schema.columns c where table_schema = 'public' and table_name = 'artists'
      and has_column_privilege('anon', 'public.artists', c.column_name, 'select')`;
  const [artist] = await sql<{ id: string; slug: string; user_id: string }[]>`
    select a.id, a.slug, u.id as user_id from public.artists a join auth.users u on u.id = a.user_id
    where u.email = 'artist@example.com'`;
  if (!columns || !artist) throw new Error('The seed has no artist with an account.');
  const signIn = (email: string) => signedIn(url, key, email);
  const owner = await signIn('artist@example.com');
  const admin = await signIn('admin@example.com');
  const names = columns.names;
  const headers = { apikey: key, 'content-type': 'application/json' };
  const as = (token: string) => ({ ...headers, authorization: `Bearer ${token}` });
  const rpc = (name: string) => new URL(`/rest/v1/rpc/${name}`, url).href;
  const rest = (path: string) => new URL(`/rest/v1/${path}`, url).href;
  const anon = { role: 'anon', claims: '' };
  const save = { p_artist: artist.id, p_changes: {}, p_read: {} };
  const list = {
    p_search: null,
    p_filter: null,
    p_sort: 'created_at',
    p_desc: true,
    p_limit: 50,
    p_offset: 0,
  };
  const quote = {
    p_key: '$uuid',
    p_claim: '$claim',
    p_name: 'Dana Whitfield',
    p_email: 'dana@example.com',
    p_phone: '(210) 555-0199',
    p_city: 'San Antonio',
    p_project_description: 'A wall of our bakery, some twelve feet by thirty, facing the street.',
    p_mural_size: '12 x 30 ft',
    p_surface_type: 'brick',
    p_style_preference: 'nature',
    p_budget_range: '1k-5k',
    p_artist: artist.id,
    p_website: '',
    p_elapsed_ms: 60_000,
  };
  const where = 'assigned_artist @> array[$1]::uuid[]';
  return [
    {
      name: LIST,
      reads: true,
      headers,
      url: rest(
        `artists?select=${names}&public_visible=eq.true&order=featured.desc,average_rating.desc,id&limit=12`,
      ),
      straight: {
        ...anon,
        statements: [
          [
            `select ${names} from artists where public_visible = $1 order by featured desc, average_rating desc, id limit $2`,
            [true, 12],
          ],
        ],
      },
    },
    {
      name: 'single artist',
      reads: true,
      headers,
      url: rest(`artists?select=${names}&public_visible=eq.true&slug=eq.${artist.slug}&limit=1`),
      straight: {
        ...anon,
        statements: [
          [
            `select ${names} from artists where public_visible = $1 and slug = $2 limit 1`,
            [true, artist.slug],
          ],
        ],
      },
    },
    {
      name: SAVE,
      reads: false,
      headers: as(owner),
      url: rpc('save_artist_profile'),
      body: save,
      straight: {
        role: 'authenticated',
        claims: owner,
        statements: [call('save_artist_profile', save)],
      },
    },
    {
      name: 'quote',
      reads: false,
      headers,
      url: rpc('submit_lead'),
      body: quote,
      straight: { ...anon, statements: [call('submit_lead', quote)] },
    },
    {
      name: 'sign-in',
      reads: false,
      headers,
      url: new URL('/auth/v1/token?grant_type=password', url).href,
      body: { email: 'client@example.com', password: PASSWORD },
      straight: { role: 'postgres', claims: '', statements: SIGN_IN },
    },
    {
      name: `an artist's ${ARTIST_LEADS} leads, 50 at once`,
      reads: true,
      headers: { ...as(owner), prefer: 'count=exact' },
      url: rest(
        `leads?select=*&assigned_artist=cs.{${artist.id}}&order=created_at.desc,id&limit=50`,
      ),
      straight: {
        role: 'authenticated',
        claims: owner,
        statements: [
          [`select * from leads where ${where} order by created_at desc, id limit 50`, [artist.id]],
          [`select count(*) from leads where ${where}`, [artist.id]],
        ],
      },
    },
    {
      name: `the admin's ${ADMIN_LEADS.toLocaleString('en-US')} leads, 50 at once`,
      reads: true,
      headers: as(admin),
      url: rpc('admin_list_leads'),
      body: list,
      straight: {
        role: 'authenticated',
        claims: admin,
        statements: [call('admin_list_leads', list)],
      },
    },
  ];
}

/** What a sign-in asks of the database; the password is compared elsewhere. */
const SIGN_IN: Statement[] = [
  [
    'select id, encrypted_password, email_confirmed_at is not null as confirmed from auth.users where email = $1',
    ['client@example.com'],
  ],
  [
    'update auth.users set last_sign_in_at = now(), updated_at = now() where email = $1',
    ['client@example.com'],
  ],
  [
    "insert into auth.sessions (id, user_id, aal) select $1, id, 'aal1' from auth.users where email = $2",
    ['$uuid', 'client@example.com'],
  ],
];

function call(name: string, body: Record<string, unknown>): Statement {
  const args = Object.keys(body).map((arg, i) => `${arg} => $${i + 1}`);
  return [`select * from public.${name}(${args.join(', ')})`, Object.values(body)];
}

async function signedIn(url: string, apikey: string, email: string): Promise<string> {
  const answer = await fetch(new URL('/auth/v1/token?grant_type=password', url), {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const { access_token } = (await answer.json()) as { access_token?: string };
  if (!access_token) throw new Error(`${email} cannot sign in (${answer.status}).`);
  return access_token;
}

async function run(dir: string, load: ApiLoad): Promise<ApiRates> {
  const file = path.join(dir, 'load.json');
  await writeFile(file, JSON.stringify(load));
  const { stdout } = await promisify(execFile)(process.execPath, [LOAD, file]);
  return JSON.parse(stdout) as ApiRates;
}
