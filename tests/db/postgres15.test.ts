/** @module-tag long */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Queryable } from '#embedded/index.ts';
import { type TestBackend, testBackend } from '#tests/support/backend.ts';
import { violations } from './support/access.ts';
import { call, codeOf, scratch, type TestDb } from './support/actors.ts';
import { form, select, submit } from './support/leads.ts';
import { lints } from './support/lints.ts';
import { hasPostgres15, type Native, postgres15 } from './support/postgres15.ts';
import { caller, createWorld, id } from './support/world.ts';

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
      const lines = async (db: Queryable) =>
        (await db.sql<{ line: string }>(CATALOG)).map((row) => row.line).sort();
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

    test('takes a lead, gives it to an artist, and deletes the account that sent it', async () => {
      const sent = form();
      const made = await submit(native, sent, caller('client'));
      expect(made.matches.map((match) => match.slug)).toEqual(['a2', 'a3']);
      expect(await select(native, made.id, sent.claim, [id('A2')])).toEqual({
        sent: 1,
        replayed: false,
      });
      await call(native, caller('artist2'), 'select public.set_lead_status($1, $2)', [
        made.id,
        'in_review',
      ]);
      await call(native, caller('client'), 'select public.delete_my_account()');
      expect(
        await call(
          native,
          caller('artist2'),
          'select name, status from public.leads where id = $1',
          [made.id],
        ),
      ).toEqual([{ name: '***', status: 'in_review' }]);
    });

    describe('with many sessions at once', () => {
      let sessions: TestDb[];
      beforeAll(async () => {
        sessions = await Promise.all(Array.from({ length: 8 }, () => native.another()));
        await native.sql(`insert into private.settings values ('lead_ip_limit', '100000')`);
      });

      test('no more get through than the limit allows', async () => {
        await native.sql('delete from private.rate_counters');
        await native.sql(`update private.settings set value = '1' where key = 'lead_ip_limit'`);
        const outcomes = await Promise.all(
          sessions.map((session) =>
            submit(session, form()).then(({ matches }) => (matches[0] ? 'sent' : 'held'), codeOf),
          ),
        );
        const refused = Array(4).fill('rate_limited');
        expect(outcomes.sort()).toEqual(['held', 'held', 'held', ...refused, 'sent']);
      });

      test('one admin stays when two leave at once', async () => {
        await native.sql(`update public.user_roles set role = 'admin' where user_id = $1`, [
          id('artist2'),
        ]);
        const [one, other] = sessions;
        const leave = (session: TestDb | undefined, who: 'admin' | 'artist2') =>
          call(session ?? native, caller(who), 'select public.delete_my_account()').then(
            () => 'gone',
            codeOf,
          );
        const codes = await Promise.all([leave(one, 'admin'), leave(other, 'artist2')]);
        expect(codes.sort()).toEqual(['gone', 'last_admin']);
      });
    });
  },
);
