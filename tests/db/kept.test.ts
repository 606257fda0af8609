import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { backendOfFile } from '../support/backend.ts';

/** What docs/operate.md says of how long things are kept, against what the chores do. */
const db = await backendOfFile();

const ROWS = [
  ...readFileSync('docs/operate.md', 'utf8').matchAll(
    /^\| ([^|`]+) \| ([^|`]*\d[^|`]*) \| `([\w.]+)` \|$/gm,
  ),
].map(([, what = '', long = '', table = '']) => ({ what, long, table }));

/** The statements of all chores. */
const statements = (
  await db.sql<{ source: string }>(
    `select p.prosrc as source from private.chores c
     join pg_proc p on p.oid = to_regprocedure('private.' || c.function || '()')`,
  )
).flatMap(({ source }) => source.split(';'));
const ending = (table: string) =>
  statements.filter((text) =>
    table === 'storage.objects'
      ? text.includes('private.delete_objects(')
      : new RegExp(`\\b(delete from|update) ${table}\\b`).test(text),
  );

/** What has written the time that a chore reads from the row. */
const WRITTEN: Record<string, string> = {
  'private.sealed_jobs': `select pg_get_expr(d.adbin, d.adrelid) as source from pg_attrdef d
    where d.adrelid = 'private.sealed_jobs'::regclass`,
  'private.device_proofs': `select prosrc as source from pg_proc where proname = 'try_code'`,
  'private.address_changes': `select prosrc as source from pg_proc where proname in ('ask_address_change', 'tend_address_changes')`,
};

test('every table that a chore removes rows of by their age is among them, and no other', () => {
  const removed = statements
    .flatMap((text) => text.match(/\bdelete from \S+|\bprivate\.delete_objects\b/)?.[0] ?? [])
    .map((text) => (text.startsWith('delete') ? text.slice(12) : 'storage.objects'))
    // These go once they are done.
    .filter((table) => table !== 'private.reminders');
  expect([...new Set(ROWS.map(({ table }) => table))].sort()).toEqual([...new Set(removed)].sort());
});

test.each(ROWS)('$what: $long', async ({ long, table }) => {
  const written = WRITTEN[table] ? await db.sql<{ source: string }>(WRITTEN[table]) : [];
  const source = [...ending(table), ...written.map((each) => each.source)].join('\n');
  const times = [...long.matchAll(/(\d+) (day|year)s?/g)];
  expect(times).not.toEqual([]);
  for (const [, number = '', unit = ''] of times)
    expect(source).toMatch(new RegExp(`'${number} ${unit}s?'|today\\(\\) - ${number}\\b`));
});
