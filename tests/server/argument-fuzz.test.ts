import { Agent } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestBackend, testBackend } from '#tests/support/backend.ts';
import { json, text } from '#tests/support/fuzz/values.ts';
import { rawRequest } from '#tests/support/raw-http.ts';

const SECONDS = Number(process.env.FUZZ_SECONDS ?? 15);
const SEED = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
const AT_ONCE = 50;
const ANSWER_WITHIN_MS = 30_000;
/** More than the pool of callers has. */
const CALLERS = 30;

let backend: TestBackend;
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(async () => {
  agent.destroy();
  await backend?.stop();
});

const key = () => ({ apikey: backend.keys.publishableKey, 'content-type': 'application/json' });
/** Other sessions than idle ones; none where the database has no others. */
const taken = async () => {
  const rows = await backend.sql<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database()
       and pid <> pg_backend_pid() and state <> 'idle' and backend_type = 'client backend'`,
  );
  return rows[0]?.n ?? 0;
};

test(`no argument of any function takes a session away (seed ${SEED})`, async () => {
  const functions = await backend.sql<{ name: string; args: string[] }>(
    `select proname::text as name, coalesce(proargnames[1:pronargs], '{}')::text[] as args from pg_proc
     where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype order by 1`,
  );
  const slots = functions.flatMap(({ name, args }) => args.map((arg) => ({ name, args, arg })));
  expect(slots.length).toBeGreaterThan(100);
  const plain = (arg: string) =>
    /^p_(key|lead|artist|id)$/.test(arg) ? '7d444840-9dc0-41d1-b245-5ffdce74fad2' : 'x';
  const values = fc.sample(fc.oneof(json, text), { numRuns: slots.length * 4, seed: SEED });
  const before = await taken();
  const statuses = new Map<number, number>();
  const wrongs: string[] = [];
  const end = performance.now() + SECONDS * 1000;
  let next = 0;
  const one = async () => {
    while (performance.now() < end && next < values.length) {
      const i = next++;
      const { name, args, arg } = slots[i % slots.length] ?? { name: '', args: [], arg: '' };
      const body = JSON.stringify(
        Object.fromEntries(args.map((other) => [other, other === arg ? values[i] : plain(other)])),
      );
      const answer = await rawRequest(backend.url, `/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: key(),
        body,
        agent,
        timeoutMs: ANSWER_WITHIN_MS,
      }).catch((error) => ({ status: 0, text: String(error) }));
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status === 0 || answer.status >= 500)
        wrongs.push(`${answer.status} ${name} ${body.slice(0, 300)} ${answer.text.slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  console.log(`${next} inputs, seed ${SEED}:`, Object.fromEntries([...statuses].sort()));
  expect(wrongs.slice(0, 10)).toEqual([]);
  await expect.poll(taken).toBeLessThanOrEqual(before);
  await Promise.all(Array.from({ length: CALLERS }, () => backend.tryAsVisitor()));
}, 120_000);
