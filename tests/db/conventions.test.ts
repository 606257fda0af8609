import { expect, test } from 'vitest';
import { backendOfFile } from '#tests/support/backend.ts';
import { scratch } from './support/actors.ts';
import { lints } from './support/lints.ts';

const db = await backendOfFile();

test.each(lints)('$rule', async ({ query, breakIt, found }) => {
  expect(await db.sql(query)).toEqual([]);
  await scratch(db, async (tx) => {
    for (const statement of breakIt) await tx.sql(statement);
    const rows = await tx.sql<{ name: string }>(query);
    expect(rows.map((row) => row.name)).toContain(found);
  });
});
