import { expect, test } from 'vitest';
import type { Queryable } from '#embedded/index.ts';
import { backendOfFile } from '#tests/support/backend.ts';
import { become, scratch } from './support/actors.ts';
import { callFaults, tableFaults } from './support/grants.ts';

const db = await backendOfFile();

test('every table and column gives each API role exactly what the table says', async () => {
  expect(await tableFaults(db)).toEqual([]);
});

test('every function may be called by whom the table of calls says, and in private only where it is needed', async () => {
  expect(await callFaults(db)).toEqual([]);
});

test('rights that are given or taken by mistake are named', () =>
  scratch(db, async (tx) => {
    await tx.sql('grant update (rating) on public.reviews to authenticated');
    await tx.sql('grant select on private.audit_log to anon');
    await tx.sql('revoke select on public.cities from anon');
    expect(await tableFaults(tx)).toEqual(
      expect.arrayContaining([
        'public.reviews.rating for authenticated',
        'private.audit_log for anon',
        'public.cities for anon',
      ]),
    );
    await tx.sql('grant execute on function private.audit(text, uuid, jsonb) to authenticated');
    await tx.sql('grant execute on function public.operator_figures() to anon');
    await tx.sql('revoke execute on function public.my_news() from authenticated');
    expect((await callFaults(tx)).sort()).toEqual([
      'private.audit for authenticated',
      'private.my_news for authenticated',
      'public.my_news for authenticated',
      'public.operator_figures for anon',
    ]);
  }));

/** Every table and view of which a role may read some columns and not all: `select=*` is refused there. */
async function readInPart(tx: Queryable): Promise<string[]> {
  const found: string[] = [];
  for (const role of ['anon', 'authenticated', 'service_role'] as const) {
    const readable = await tx.sql<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p', 'f')
         and has_any_column_privilege($1, c.oid, 'select') order by 1`,
      [role],
    );
    expect(readable.length).toBeGreaterThan(5);
    for (const { name } of readable)
      await scratchpad(tx, async () => {
        await become(tx, { role });
        await tx.sql(`select * from ${name} limit 0`);
      }).catch(({ code }) => found.push(`${name} for ${role}: ${code}`));
  }
  return found;
}

async function scratchpad(tx: Queryable, run: () => Promise<void>): Promise<void> {
  await tx.sql('savepoint here');
  await run().finally(() => tx.sql('rollback to savepoint here'));
}

test('whoever may read anything of a table may read all its columns', () =>
  scratch(db, async (tx) => {
    expect(await readInPart(tx)).toEqual([]);
    await tx.sql('revoke select on public.reviews from anon');
    await tx.sql('grant select (id, rating) on public.reviews to anon');
    // A view is read with the rights of whoever asks.
    await tx.sql('revoke select on public.lead_records from authenticated');
    expect(await readInPart(tx)).toEqual([
      'reviews for anon: 42501',
      'leads for authenticated: 42501',
    ]);
  }));

test('the API answers select=* of what visitors and people who work together read', async () => {
  const { client } = await db.signedIn('client');
  const shared = ['lead_records', 'leads', 'lead_messages', 'proposals', 'reviews', 'notices'];
  for (const [who, tables] of [
    [db.anon(), ['reviews']],
    [client, shared],
  ] as const)
    for (const table of tables) {
      const { status, error } = await who.from(table).select();
      expect([table, status, error]).toEqual([table, 200, null]);
    }
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
