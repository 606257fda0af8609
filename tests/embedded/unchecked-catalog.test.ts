/** @module-tag long */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { bringUpToDate } from '#embedded/catalog/up-to-date.ts';
import type { Database } from '#embedded/database.ts';
import { openPglite } from '#embedded/pglite.ts';
import { openPostgres } from '#embedded/sessions/postgres.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const server = inject('databaseServer');
const OLD = `
  create schema private;
  create function private.weight() returns int language sql return 5;`;
const NEW = OLD.replace('5;', '20;');
const BROKEN = `${NEW} select nothing_of_this_kind();`;
/** Another landed migration, which an upgrade brings along. */
const LATER = 'create table private.later (id int primary key);';

describe.each(server === null ? ['pglite'] : ['native', 'pglite'])(
  'what cannot be compared, on %s',
  (engine) => {
    const name = `unchecked_${randomBytes(5).toString('hex')}`;
    let dir: string;
    let db: Database;

    const asServer = async (statement: string) => {
      const maker = postgres(`${server}postgres`, { max: 1, onnotice: () => {} });
      const rows = await maker.unsafe(statement).finally(() => maker.end());
      return [...rows];
    };
    const migration = (number: number, text: string) =>
      writeFile(path.join(dir, `2025010100010${number}_part.sql`), text);
    const start = async (on = db) => {
      const lines: string[] = [];
      await bringUpToDate(on, dir, (line) => lines.push(line));
      return lines.filter((line) => !/^(Note|Preparing)/.test(line));
    };
    const weight = async () => (await db.sql('select private.weight() as value'))[0];

    beforeEach(async () => {
      dir = await mkdtemp(path.join(tmpdir(), 'unchecked-'));
      if (engine === 'native') await asServer(`create database ${name}`);
      db = await (engine === 'native' ? openPostgres(`${server}${name}`) : openPglite(null));
      await migration(1, OLD);
      expect(await start()).toEqual([]);
      await migration(1, NEW);
    });
    afterEach(async () => {
      await db.close();
      if (engine === 'native') await asServer(`drop database ${name} with (force)`);
      await rm(dir, { recursive: true, force: true });
    });

    it('is said, and looked at again by the next start, which puts it right', async () => {
      await migration(1, BROKEN);
      const said =
        /^The database was not compared with its migrations, and the next start tries again: .*nothing_of_this_kind/;
      expect(await start()).toEqual([expect.stringMatching(said)]);
      // Others are applied meanwhile, and hide nothing.
      await migration(2, LATER);
      expect(await start()).toEqual([expect.stringMatching(said)]);
      expect(await weight()).toEqual({ value: 5 });
      await migration(1, NEW);
      expect((await start()).join()).toMatch(/put right: function private\.weight\(\)\.$/);
      expect(await weight()).toEqual({ value: 20 });
      expect(await start()).toEqual([]);
    });

    it.skipIf(engine !== 'native')('is told apart where no database can be made', async () => {
      const denied: Database = {
        ...db,
        sql: (text, params) =>
          text.startsWith('create database')
            ? Promise.reject(new Error('permission denied to create database'))
            : db.sql(text, params),
      };
      const said = [
        'The database was not compared with its migrations, and the next start tries again: permission denied to create database.',
      ];
      expect(await start(denied)).toEqual(said);
      expect(await start(denied)).toEqual(said);
      expect((await start()).join()).toMatch(/put right/);
    });

    it.skipIf(engine !== 'native')('leaves nothing of a start that was killed', async () => {
      const [row] = await db.sql<{ oid: number }>(
        'select oid from pg_database where datname = current_database()',
      );
      const prefix = `muro_scratch_${row?.oid}_`;
      await asServer(`create database ${prefix}killed`);
      await start();
      expect(
        await asServer(`select 1 from pg_database where starts_with(datname, '${prefix}')`),
      ).toEqual([]);
    });
  },
);
