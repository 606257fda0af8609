import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { backendOfFile } from '../support/backend.ts';

/** Whose each table is, and what happens to it on erasure. */
const db = await backendOfFile();

const ROWS = [
  ...readFileSync('supabase/OWNERS.md', 'utf8').matchAll(/^\| `([\w.]+)` \| (\w+) \| (.+) \|$/gm),
].map(([, table = '', whose = '', fate = '']) => ({ table, whose, fate }));

test('supabase/OWNERS.md names every table once, and no other', async () => {
  const tables = await db.sql<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname in ('public', 'private') order by 1`,
  );
  expect(ROWS.map(({ table }) => table)).toEqual(tables.map(({ name }) => name).sort());
});

test('it calls nothing nobody’s that refers to a person, a page or a request', async () => {
  const refer = await db.sql<{ name: string }>(
    `select distinct f.conrelid::regclass::text as name from pg_constraint f
     where f.contype = 'f' and f.confrelid in ('auth.users'::regclass, 'public.artists'::regclass,
       'public.lead_records'::regclass, 'public.lead_assignments'::regclass, 'private.agreements'::regclass)`,
  );
  const theirs = new Set(refer.map(({ name }) => (name.includes('.') ? name : `public.${name}`)));
  expect(ROWS.filter(({ table, whose }) => whose === 'nobody' && theirs.has(table))).toEqual([]);
});

test('what is of both says whether it is in the copy of the side that is left', () => {
  expect(
    ROWS.filter(({ whose, fate }) => whose === 'both' && fate.includes('in the copy')).map(
      ({ table }) => table,
    ),
  ).toEqual([
    'private.agreement_signatures',
    'private.agreement_versions',
    'private.agreements',
    'private.payment_notes',
    'private.payment_parts',
    'public.lead_assignments',
    'public.lead_messages',
  ]);
});
