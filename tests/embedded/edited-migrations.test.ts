/** @module-tag long */
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { describe, expect, inject, it, vi } from 'vitest';
import { bringUpToDate, compareWithMigrations } from '#embedded/catalog/up-to-date.ts';
import type { Database } from '#embedded/database.ts';
import { migrate } from '#embedded/migrate.ts';
import { openPglite } from '#embedded/pglite.ts';
import { openPostgres } from '#embedded/postgres.ts';
import { ROOT } from '#node/root.ts';

vi.setConfig({ testTimeout: 900_000, hookTimeout: 600_000 });

const server = inject('databaseServer');
const MIGRATIONS = path.join(ROOT, 'supabase/migrations');
/** Texts as they were when databases were made with them; all of them were edited afterwards. */
const EARLIER = fileURLToPath(new URL('fixtures/edited-migrations', import.meta.url));

/** The migrations of an earlier day: those of today, but with these earlier texts, and without others. */
async function migrationsOf(folder: string, earlier: string[], landed: (file: string) => boolean) {
  await cp(MIGRATIONS, folder, {
    recursive: true,
    filter: (file) => {
      const name = path.basename(file);
      const replaced = earlier.some((other) => other.slice(0, 14) === name.slice(0, 14));
      return !name.endsWith('.sql') || (!replaced && landed(name));
    },
  });
  for (const file of earlier) await cp(path.join(EARLIER, file), path.join(folder, file));
}

const engines = server === null ? ['pglite'] : ['native', 'pglite'];

describe.each(engines)('a database whose migrations were edited since, on %s', (engine) => {
  const onDatabase = async (run: (db: Database, folder: string) => Promise<void>) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'edited-'));
    const name = `edited_${randomBytes(5).toString('hex')}`;
    const asServer = async (statement: string) => {
      const maker = postgres(`${server}postgres`, { max: 1, onnotice: () => {} });
      await maker.unsafe(statement).finally(() => maker.end());
    };
    if (engine === 'native') await asServer(`create database ${name}`);
    const db = await (engine === 'native' ? openPostgres(`${server}${name}`) : openPglite(null));
    try {
      await run(db, folder);
    } finally {
      await db.close();
      if (engine === 'native') await asServer(`drop database ${name} with (force)`);
      await rm(folder, { recursive: true, force: true });
    }
  };
  const start = async (db: Database) => {
    const lines: string[] = [];
    await bringUpToDate(db, MIGRATIONS, (line) => lines.push(line));
    return lines.join('\n');
  };

  it('gets what they say today, and keeps what its operator chose', () =>
    onDatabase(async (db, folder) => {
      const earlier = ['20260104000420_unsubscribe.sql', '20260108000410_match_scores.sql'];
      await migrationsOf(folder, earlier, (file) => file < '20260108000541');
      await migrate(db, folder, () => {});
      await db.sql("update private.match_weights set value = 7 where part = 'style'");
      const said = await start(db);
      expect(said).toMatch(
        /this was put right: .*grant execute on function public\.unsubscribe\(p_token text\) to service_role; .*a row of private\.match_weights\.$/m,
      );
      expect(said).not.toMatch(/not put right|not compared/);
      expect(await compareWithMigrations(db, MIGRATIONS)).toEqual([]);
      const [found] = await db.sql(
        `select has_function_privilege('service_role', 'public.unsubscribe(text)', 'execute') as may,
           jsonb_object_agg(part, value) filter (where part in ('week_share', 'style')) as weights
         from private.match_weights`,
      );
      expect(found).toEqual({ may: true, weights: { week_share: 20, style: 7 } });
      expect(await start(db)).toBe('');
    }));

  it('starts where one was replaced by another of its number', () =>
    onDatabase(async (db, folder) => {
      const earlier = ['20260104000710_export_notices.sql'];
      const newsletter = /^202601040006/;
      await migrationsOf(
        folder,
        earlier,
        (file) => file < '20260104000711' && !newsletter.test(file),
      );
      await migrate(db, folder, () => {});
      const said = await start(db);
      expect(said).toMatch(/put right: .*examine_setup.*a row of private\.export_parts/);
      expect(said).not.toMatch(/not put right|not compared/);
      expect(await compareWithMigrations(db, MIGRATIONS)).toEqual([]);
      const files = (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql'));
      expect(await db.sql('select 1 from supabase_migrations.schema_migrations')).toHaveLength(
        files.length,
      );
    }));
});
