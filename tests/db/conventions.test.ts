import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestBackend, testBackend } from '#tests/support/backend.ts';
import { scratch } from './support/actors.ts';
import { lints } from './support/lints.ts';

let db: TestBackend;
beforeAll(async () => {
  db = await testBackend();
});
afterAll(() => db?.stop());

test.each(lints)('$rule', async ({ query, breakIt, found }) => {
  expect(await db.sql(query)).toEqual([]);
  await scratch(db, async (tx) => {
    for (const statement of breakIt) await tx.sql(statement);
    const rows = await tx.sql<{ name: string }>(query);
    expect(rows.map((row) => row.name)).toContain(found);
  });
});
