import { CompiledQuery, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { onBehalfOf } from '#embedded/base/caller.ts';
import type { Database } from '#embedded/base/database.ts';
import { openPglite } from '#embedded/database/pglite.ts';
import { openPostgres } from '#embedded/sessions/postgres.ts';
import { type OwnDatabase, ownDatabase } from '#tests/support/own-database.ts';

const server = inject('databaseServer');

/** What is left to somebody who has got out of the role of a request. */
const LEFT = `
  select current_user::text as name, current_setting('is_superuser') as superuser,
    (select count(*)::int from pg_class c where c.relkind in ('r', 'v')
      and c.relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')
      and has_any_column_privilege(c.oid, 'select, insert, update')) as tables,
    has_schema_privilege('public', 'create') as makes,
    array(select rolname::text from pg_roles where rolcanlogin and pg_has_role(oid, 'member')) as logins`;

describe.each(server === null ? ['pglite'] : ['native', 'pglite'])(
  'a request on %s that gets out of its role',
  (engine) => {
    let own: OwnDatabase | null = null;
    let db: Database;
    const nothing = () => {
      const name = `authenticator_${own?.name ?? 'postgres'}`;
      return { name, superuser: 'off', tables: 0, makes: false, logins: [name] };
    };
    beforeAll(async () => {
      own = engine === 'native' ? await ownDatabase(server) : null;
      db = await (own ? openPostgres(own.url) : openPglite(null));
      await db.admitCallers();
      await db.script('create table public.walls (n int); grant all on public.walls to anon');
    });
    afterAll(async () => {
      await db?.close();
      await own?.stop();
    });

    it('is answered with the values that the owner gets, of every type', async () => {
      const text = `select 1::bigint as whole, date '2026-01-02' as day, time '10:00' as hour, 1.5::numeric as part,
        timestamptz '2026-01-02 03:04:05.123456Z' as at, '{"a": 1}'::jsonb as object, array[1, 2]::bigint[] as list`;
      const own = await db.sql(text);
      expect(own).toMatchObject([{ whole: 1, day: '2026-01-02', hour: '10:00:00', part: 1.5 }]);
      const asked = await db.asCaller({ auth: { role: 'service_role' } }, (tx) => tx.sql(text));
      expect(asked).toEqual(own);
    });

    it('is named in its session by the id that it has, and nobody after it', async () => {
      const name = `select current_setting('application_name') as name`;
      const asked = (request?: string) =>
        onBehalfOf({ ip: '', method: 'POST', path: '/rest/v1/x', request }, () =>
          db.asCaller({ auth: { role: 'anon' } }, (tx) => tx.sql<{ name: string }>(name)),
        );
      expect(await asked('abcd-1234')).toEqual([{ name: 'mural-directory abcd-1234' }]);
      expect(await asked()).not.toEqual([{ name: 'mural-directory abcd-1234' }]);
      expect(await db.sql(name)).not.toEqual([{ name: 'mural-directory abcd-1234' }]);
    });

    it.each(['anon', 'authenticated', 'service_role'])('of %s has no rights', async (role) => {
      await db.asCaller({ auth: { role } }, async (tx) => {
        const [before] = await tx.sql('select current_user::text as name');
        expect(before).toEqual({ name: role });
        await tx.sql('reset role');
        expect(await tx.sql(LEFT)).toEqual([nothing()]);
        await tx.sql('savepoint before');
        await expect(tx.sql('select n from public.walls')).rejects.toMatchObject({ code: '42501' });
        await tx.sql('rollback to savepoint before');
      });
      await expect(db.sql('select n from public.walls')).resolves.toEqual([]);
    });

    it('has none in the sessions of the REST service either', async () => {
      const left = await db.connection.withContext({ auth: { role: 'anon' } }, (async (
        tx: Kysely<never>,
      ) => {
        await tx.executeQuery(CompiledQuery.raw('reset role'));
        return (await tx.executeQuery(CompiledQuery.raw(LEFT))).rows;
      }) as never);
      expect(left).toEqual([nothing()]);
    });
  },
);
