import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { backendOfFile } from '../support/backend.ts';

/** What docs/operate.md says of how long things are kept, against what the chores do. */
const db = await backendOfFile();

const ROWS = [
  ...readFileSync('docs/operate.md', 'utf8').matchAll(
    /^\| ([^|`]+) \| ([^|`]*\d[^|`]*) \| `(\w+)` \|$/gm,
  ),
].map(([, what = '', long = '', by = '']) => ({ what, long, by }));

/** What each chore runs. */
const sources = await db.sql<{ name: string; source: string }>(
  `select c.function as name, p.prosrc as source from private.chores c
   join pg_proc p on p.oid = to_regprocedure('private.' || c.function || '()')`,
);

/** Chores that read the time from the row, and what has written it there. */
const WRITTEN: Record<string, string> = {
  delete_expired_copies: `select pg_get_expr(d.adbin, d.adrelid) as source from pg_attrdef d
    where d.adrelid = 'private.sealed_jobs'::regclass`,
  delete_spent_proofs: `select prosrc as source from pg_proc where proname = 'try_code'`,
  tend_address_changes: `select prosrc as source from pg_proc where proname = 'ask_address_change'`,
};

test('every chore that removes something by its age is in the table, and no other', () => {
  const removing = sources
    .filter(({ source }) => /\bdelete(_paper_files\b| from\b)/.test(source))
    .map(({ name }) => name)
    // These remove what they have done.
    .filter((name) => !['expire_assignments', 'write_reminders'].includes(name));
  expect([...new Set(ROWS.map(({ by }) => by))].sort()).toEqual(removing.sort());
});

test.each(ROWS)('$what: $long', async ({ long, by }) => {
  const written = WRITTEN[by] ? await db.sql<{ source: string }>(WRITTEN[by]) : [];
  const source = [...sources.filter(({ name }) => name === by), ...written]
    .map((each) => each.source)
    .join('\n');
  const times = [...long.matchAll(/(\d+) (day|year)s?/g)];
  expect(times).not.toEqual([]);
  for (const [, number = '', unit = ''] of times)
    expect(source).toMatch(new RegExp(`'${number} ${unit}s?'|today\\(\\) - ${number}\\b`));
});
