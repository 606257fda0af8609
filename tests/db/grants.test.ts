import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestBackend, testBackend } from '#tests/support/backend.ts';
import { callFaults, tableFaults } from './support/grants.ts';

let db: TestBackend;
beforeAll(async () => {
  db = await testBackend();
});
afterAll(() => db?.stop());

test('every table and column gives each API role exactly what the table says', async () => {
  expect(await tableFaults(db)).toEqual([]);
});

test('every function may be called by whom the table of calls says, and in private only where it is needed', async () => {
  expect(await callFaults(db)).toEqual([]);
});

test('nobody but the owner may create objects or truncate', async () => {
  const rows = await db.sql(
    `select r.role, n.nspname from unnest(array['anon', 'authenticated', 'service_role']) r (role), pg_namespace n
     where n.nspname = 'private' and has_schema_privilege(r.role, n.oid, 'create')
     union all
     select r.role, c.relname from unnest(array['anon', 'authenticated']) r (role), pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and has_table_privilege(r.role, c.oid, 'truncate, trigger, references')`,
  );
  expect(rows).toEqual([]);
});
