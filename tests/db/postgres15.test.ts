/** @module-tag long */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Queryable } from '#embedded/index.ts';
import { type TestBackend, testBackend } from '#tests/support/backend.ts';
import { violations } from './support/access.ts';
import { scratch } from './support/actors.ts';
import { lints } from './support/lints.ts';
import { hasPostgres15, type Native, postgres15 } from './support/postgres15.ts';
import { valuesIn } from './support/read.ts';
import { createWorld } from './support/world.ts';

/** Everything a migration can leave behind, by name; one line each. */
const CATALOG = `
  select 'table ' || n.nspname || '.' || c.relname || ' ' || c.relkind::text || ' rls=' || c.relrowsecurity as line
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('public', 'private') and c.relkind in ('r', 'v', 'i')
  union all select 'column ' || n.nspname || '.' || c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' ' || a.attnotnull
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind in ('r', 'v') and a.attnum > 0 and not a.attisdropped
  union all select 'function ' || p.oid::regprocedure || ' ' || p.prosecdef || ' ' || p.provolatile::text || ' ' || coalesce(p.proconfig::text, '')
    || ' ' || (select string_agg(r, ',' order by r) from unnest(array['anon', 'authenticated', 'service_role']) r where has_function_privilege(r, p.oid, 'execute'))
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'private')
  union all select 'policy ' || schemaname || '.' || tablename || '.' || policyname || ' ' || cmd || ' ' || roles::text
    from pg_policies where schemaname in ('public', 'private', 'storage')
  union all select 'trigger ' || c.relname || '.' || t.tgname || ' ' || t.tgtype
    from pg_trigger t join pg_class c on c.oid = t.tgrelid where not t.tgisinternal and t.tgname not like 'embedded%'
  order by 1`;

describe.skipIf(!hasPostgres15)(
  'native PostgreSQL 15, migrated by a role that is no superuser',
  () => {
    let native: Native;
    let embedded: TestBackend;
    beforeAll(async () => {
      [native, embedded] = await Promise.all([postgres15(), testBackend()]);
      await createWorld(native);
    }, 60_000);
    afterAll(async () => {
      await native?.stop();
      await embedded?.stop();
    });

    test('has the same tables, columns, functions, policies, triggers and rights as PGlite', async () => {
      const lines = async (db: Queryable) => (await valuesIn<string>(db, CATALOG)).sort();
      const here = await lines(native);
      expect(here.length).toBeGreaterThan(300);
      expect(here).toEqual(await lines(embedded));
    });

    test('gives every actor exactly what the access tables say', async () => {
      await scratch(native, async (tx) => expect(await violations(tx)).toEqual([]));
    }, 60_000);

    test.each(lints)('$rule', async ({ query }) => {
      expect(await native.sql(query)).toEqual([]);
    });
  },
);
