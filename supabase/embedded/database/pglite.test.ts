/** @module-tag long */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../base/database.ts';
import { openPglite } from './pglite.ts';

let db: Database;
beforeAll(async () => {
  db = await openPglite(null);
  await db.script('create table walls (name text, tags text[], data jsonb)');
});
afterAll(() => db.close());

it('never leaves a transaction open for the next in the queue', async () => {
  await db.sql('begin');
  await expect(db.sql('select 1/0')).rejects.toThrow('division by zero');
  expect(await db.sql('select 1 as ok')).toEqual([{ ok: 1 }]);
});

it('rolls a transaction back whole', async () => {
  const failing = db.transaction(async (tx) => {
    await tx.sql("insert into walls (name) values ('half')");
    await tx.sql('select nonsense');
  });
  await expect(failing).rejects.toThrow('nonsense');
  expect(await db.sql('select name from walls')).toEqual([]);
});

it.each([
  { column: 'tags', given: {}, kept: [] },
  { column: 'tags', given: ['a', 'b "c"'], kept: ['a', 'b "c"'] },
  { column: 'data', given: { a: [1] }, kept: { a: [1] } },
  { column: 'data', given: '{"a":1}', kept: { a: 1 } },
  { column: 'data', given: [1, 'x'], kept: [1, 'x'] },
  { column: 'name', given: 5, kept: '5' },
])('writes $given into $column', async ({ column, given, kept }) => {
  const [row] = await db.sql(
    `insert into walls (${column}) values ($1) returning ${column} as kept`,
    [given],
  );
  expect(row).toEqual({ kept });
});

it('lets PostgreSQL refuse what fits no type, and goes on', async () => {
  for (const value of [5, { a: 1 }, 'x']) {
    await expect(db.sql('insert into walls (tags) values ($1)', [value])).rejects.toMatchObject({
      code: '22P02',
    });
  }
  expect(await db.sql('select 1 as ok')).toEqual([{ ok: 1 }]);
});
