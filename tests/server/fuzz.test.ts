/** @module-tag effort */

import { Agent } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { control } from '#server/control.ts';
import { webhook } from '#server/webhook.ts';
import { NO_AUTH_LIMITS, type Person, testBackend } from '#tests/support/backend.ts';
import { effort } from '#tests/support/effort.ts';
import { hostileRequest, type Surface } from '#tests/support/fuzz/requests.ts';
import type { Hostile } from '#tests/support/fuzz/values.ts';
import { ofFile } from '#tests/support/of-file.ts';
import { pictureBytes } from '#tests/support/pictures.ts';
import { type RawAnswer, rawRequest } from '#tests/support/raw-http.ts';
import { type TestSite, testSite } from './fixture.ts';

/** FUZZ_SEED runs a sequence again. */
const RUNS = effort(200);
const SEED = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
const AT_ONCE = 4;
const CHECKED_EVERY = 250;
/** Nothing of the product takes this long; it only has to be told from never. */
const ANSWER_WITHIN_MS = 60_000;
vi.setConfig({ testTimeout: 120_000 + RUNS * 120, hookTimeout: 240_000 });

/** What only a program says about itself. */
const INSIDE =
  /(Type|Range|Syntax|Reference|URI)Error|is not a function|Cannot (read|convert)|node_modules|\bat \S+ \(|\.[jt]s:\d|supabase\/embedded/;

const log: string[] = [];
let site: TestSite;
let surface: Surface;
let people: { artist: Person; client: Person };
const tokens: Record<string, string> = {};
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

const backend = ofFile(() =>
  testBackend({ limits: NO_AUTH_LIMITS, log: (line) => log.push(line) }),
);
beforeAll(async () => {
  await backend.sql(
    `insert into private.settings values ('lead_ip_limit', '100000000'), ('lead_user_limit', '100000000')
     on conflict (key) do update set value = excluded.value`,
  );
  site = await testSite({ backendUrl: () => backend.url, hooks });
  await enter();
  surface = await readSurface();
});
afterAll(async () => {
  agent.destroy();
  await site?.close();
});

const hookHandlers = [
  webhook({
    secrets: [`whsec_${Buffer.alloc(32, 7).toString('base64')}`],
    remember: async () => true,
    publish: async () => 'done',
    log: () => {},
  }),
  control({ secretKey: 'nobody knows it', run: async () => 'done', follow: () => () => {} }),
];
const hooks: (typeof hookHandlers)[number] = (...call) =>
  hookHandlers.some((hook) => hook(...call));

async function tokenOf({ client }: Person): Promise<string> {
  return (await client.auth.getSession()).data.session?.access_token ?? '';
}

/** New accounts: some inputs sign out, change passwords or delete what they can. */
async function enter(): Promise<void> {
  people = { artist: await backend.signedIn('artist'), client: await backend.signedIn('client') };
  const leaver = await backend.signedIn('artist');
  tokens.artist = await tokenOf(people.artist);
  tokens.client = await tokenOf(people.client);
  tokens['signed out'] = await tokenOf(leaver);
  await leaver.client.auth.signOut();
  tokens.forged = `${tokens.artist.split('.').slice(0, 2).join('.')}.AAAA`;
  tokens.garbled = `${tokens.artist}\u00a0`;
}

async function readSurface(): Promise<Surface> {
  const photos = people.artist.client.storage.from('profile-photos');
  const path = `${people.artist.id}/one.png`;
  await photos.upload(path, pictureBytes('png'), { contentType: 'image/png' });
  const signed = await photos.createSignedUploadUrl(`${people.artist.id}/two.png`);
  const read = await photos.createSignedUrl(path, 3600);
  return {
    tables: await backend.sql(
      `select table_name as name, array_agg(column_name::text) as columns
       from information_schema.columns where table_schema = 'public' group by 1 order by 1`,
    ),
    functions: await backend.sql(
      `select proname::text as name, coalesce(proargnames, '{}') as args from pg_proc
       where pronamespace = 'public'::regnamespace and proname <> 'delete_my_account' order by 1`,
    ),
    buckets: ['profile-photos', 'portfolio-images', 'nothing'],
    objects: [path, `${people.artist.id}/two.png`, `${people.client.id}/x.png`, 'a%00b.png'],
    folder: people.artist.id,
    tokens: [
      signed.data?.token ?? '',
      new URL(read.data?.signedUrl ?? '').searchParams.get('token') ?? '',
      tokens.artist ?? '',
      'a.b.c',
    ],
  };
}

function send({ method, path, headers, body, actor }: Hostile): Promise<RawAnswer> {
  const token = tokens[actor];
  return rawRequest(site.url, path, {
    method,
    agent,
    timeoutMs: ANSWER_WITHIN_MS,
    ...(body === undefined ? {} : { body }),
    headers: {
      apikey: backend.keys.publishableKey,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
  });
}

/** What is wrong with an answer, with all that is needed to ask again; null for a good one. */
function complaint(input: Hostile, answer: RawAnswer): string | null {
  const type = String(answer.headers['content-type'] ?? '');
  const api = /^\/(rest|auth|storage)\/v1\//.test(input.path);
  const failed = answer.status >= 400 && answer.text !== '';
  const wrong =
    answer.status >= 500
      ? answer.status
      : failed && INSIDE.test(answer.text)
        ? 'shows what is inside'
        : failed && api && !/json/.test(type) && 'is no JSON';
  return wrong
    ? `${wrong}: ${JSON.stringify(input).slice(0, 900)}\n  ${answer.text.slice(0, 300)}\n  ${log.at(-1)}`
    : null;
}

/** The same service, for everybody, as before. */
async function stillServes(): Promise<void> {
  expect(Object.keys(Object.prototype)).toEqual([]);
  const { error } = await backend.anon().from('artists').select('id').limit(1);
  expect(error).toBeNull();
  expect((await rawRequest(site.url, '/healthz')).status).toBe(200);
  const { data } = await people.artist.client.auth.getUser();
  if (data.user?.id !== people.artist.id) await enter();
}

test(`whatever is sent (seed ${SEED}, ${RUNS} inputs), it is answered and never the server's fault`, async () => {
  const inputs = fc.sample(hostileRequest(surface), { numRuns: RUNS, seed: SEED });
  const statuses = new Map<number, number>();
  const wrongs: string[] = [];
  for (let start = 0; start < inputs.length; start += CHECKED_EVERY) {
    const queue = inputs.slice(start, start + CHECKED_EVERY);
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let input = queue.shift(); input; input = queue.shift()) {
          const answer = await send(input);
          const wrong = complaint(input, answer);
          if (wrong) wrongs.push(wrong);
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        }
      }),
    );
    await stillServes();
  }
  console.log(`${RUNS} inputs, seed ${SEED}:`, Object.fromEntries([...statuses].sort()));
  expect(wrongs.slice(0, 20)).toEqual([]);
  // Inputs that only ever meet the first look would prove little; a few inputs may meet no refusal of a kind by chance.
  for (const status of RUNS < 1000 ? [400] : [200, 400, 401, 403, 404])
    expect(statuses.get(status)).toBeGreaterThan(0);
  const granted = [...statuses].filter(([status]) => status < 300);
  expect(granted.reduce((sum, [, count]) => sum + count, 0)).toBeGreaterThan(
    RUNS < 1000 ? 0 : RUNS / 100,
  );
});
