/** @module-tag long */
import path from 'node:path';
import postgres, { type Sql } from 'postgres';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { QUOTE_TABLES } from '#embedded/sessions/visitor-probe.ts';
import { healthOf } from '#server/process/health.ts';
import { type SupervisedBackend, superviseBackend } from '#server/process/supervised-backend.ts';
import { type TestSite, testSite } from '#tests/server/fixture.ts';
import { testBackend } from '#tests/support/backend.ts';
import { folderOfFile } from '#tests/support/folder.ts';
import { aQuote } from '#tests/support/quote.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

/** More than all sessions that visitors may have. */
const MANY = 40;
const NOTICED_MS = 4000;
/** Half of it on a quiet machine. */
const BACK_MS = 20_000;

const dataDir = folderOfFile('visitors-');
let backend: SupervisedBackend;
let site: TestSite;
let control: Sql;
let ended: string[] = [];
let frozen: number[] = [];

beforeAll(async () => {
  const { keys, stop } = await testBackend({ dataDir, engine: 'native' });
  await stop();
  const options = {
    dataDir,
    engine: 'native',
    keys,
    origin: 'http://127.0.0.1',
    seed: 'none',
  } as const;
  backend = await superviseBackend(options, (line) => {
    if (/^The backend ended/.test(line)) ended.push(line);
  });
  site = await testSite({
    backendUrl: () => backend.url,
    health: async () => healthOf(await backend.health(), true, null),
  });
  control = postgres({
    host: path.join(dataDir, 'socket'),
    username: 'postgres',
    password: keys.databasePassword,
    database: 'postgres',
    max: 1,
    onnotice: () => {},
  });
  await control`
    insert into private.settings values ('lead_ip_limit', '100000000'), ('lead_total_limit', '100000000')
    on conflict (key) do update set value = excluded.value`;
  quote = async () => {
    const answer = await fetch(`${site.url}/rest/v1/rpc/submit_lead`, {
      method: 'POST',
      headers: { apikey: keys.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify(aQuote()),
    });
    await answer.arrayBuffer();
    return answer.status;
  };
});
let quote: () => Promise<number>;
afterEach(async () => {
  await control`rollback`;
  for (const pid of frozen) process.kill(pid, 'SIGCONT');
  frozen = [];
  ended = [];
});
afterAll(async () => {
  await site?.close();
  await control?.end({ timeout: 1 });
  await backend?.stop();
});

const health = async () => (await site.get('/healthz')).status;
const many = () => Promise.all(Array.from({ length: MANY }, quote));
const wellWithin = async (ms: number) => {
  await expect.poll(health, { timeout: ms }).toBe(200);
  expect(await quote()).toBe(200);
};

it('is failing while a lock keeps quotes out, and well again with the first one', async () => {
  await wellWithin(BACK_MS);
  await control`begin`;
  await control`lock table public.lead_records in share mode`;
  const kept = many();
  await expect.poll(health, { timeout: NOTICED_MS }).toBe(503);
  for (let i = 0; i < 8; i++) expect([await health(), i]).toEqual([503, i]);
  expect((await kept).every((status) => status === 503)).toBe(true);
  expect(await health()).toBe(503);
  await control`rollback`;
  await wellWithin(BACK_MS);
  expect(ended).toEqual([]);
});

it('is failing while no session answers, and well again with others in their place', async () => {
  await many();
  const sessions = await control<{ pid: number }[]>`
    select pid from pg_stat_activity
    where application_name = 'mural-directory' and query not ilike 'listen%' and query <> 'select 1'`;
  frozen = sessions.map(({ pid }) => pid);
  expect(frozen.length).toBeGreaterThanOrEqual(8);
  for (const pid of frozen) process.kill(pid, 'SIGSTOP');
  const lost = many();
  await expect.poll(health, { timeout: NOTICED_MS }).toBe(503);
  await wellWithin(BACK_MS);
  await lost;
  expect(ended).toEqual([]);
});

it('looks at every table that a quote writes into', async () => {
  const quote = Object.entries(aQuote());
  const call = quote.map(([name], i) => `${name} => $${i + 1}`).join(', ');
  const values = quote.map(([, value]) => value) as never[];
  await control`begin`;
  await control.unsafe(`select public.submit_lead(${call})`, values);
  const written = await control<{ name: string }[]>`
    select c.relnamespace::regnamespace || '.' || c.relname as name
    from pg_locks l join pg_class c on c.oid = l.relation
    where l.pid = pg_backend_pid() and l.mode = 'RowExclusiveLock' and c.relkind = 'r'`;
  await control`rollback`;
  expect(written.map(({ name }) => name).sort()).toEqual([...QUOTE_TABLES].sort());
});
