import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestBackend, testBackend } from '#tests/support/backend.ts';
import { CALLS, violations } from './support/access.ts';
import { scratch } from './support/actors.ts';
import { createWorld } from './support/world.ts';

let db: TestBackend;
beforeAll(async () => {
  db = await testBackend();
  await createWorld(db);
});
afterAll(() => db?.stop());

test('every actor gets exactly what the tables of support/access.ts say', async () => {
  await scratch(db, async (tx) => expect(await violations(tx)).toEqual([]));
}, 120_000);

test('every function of the API is in the table of calls', async () => {
  const rows = await db.sql<{ name: string }>(
    `select p.proname as name from pg_proc p where p.pronamespace = 'public'::regnamespace order by 1`,
  );
  const listed = new Set(CALLS.map(({ subject }) => subject.split(' ')[0]));
  expect(rows.map((row) => row.name).filter((name) => !listed.has(name))).toEqual([]);
});
