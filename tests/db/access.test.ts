import { expect, test } from 'vitest';
import { violations } from './support/access.ts';
import { scratch } from './support/actors.ts';
import { CALLS } from './support/calls.ts';
import { worldOfFile } from './support/world.ts';

const db = await worldOfFile();

test('every actor gets exactly what the tables of support/access.ts say', async () => {
  await scratch(db, async (tx) => expect(await violations(tx)).toEqual([]));
}, 120_000);

test('every function of the API is in the table of calls', async () => {
  const rows = await db.sql<{ name: string }>(
    `select p.proname as name from pg_proc p where p.pronamespace = 'public'::regnamespace order by 1`,
  );
  const listed = new Set(CALLS.map(({ subject }) => subject.split('(')[0]));
  expect(rows.map((row) => row.name).filter((name) => !listed.has(name))).toEqual([]);
});
