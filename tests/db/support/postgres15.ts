import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { getAuthSchemaSql, getStorageSchemaSql, SUPABASE_AUTH_HELPERS_SQL } from '@supabase/lite';
import pg from 'pg';
import { freePort } from '#node/free-port.ts';
import type { TestDb } from './actors.ts';

const BIN = '/usr/lib/postgresql/15/bin';
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
export const hasPostgres15 = existsSync(path.join(BIN, 'initdb'));

export interface Native extends TestDb {
  stop(): Promise<void>;
}

/**
 * A throw-away PostgreSQL 15 with the migrations applied as on hosted Supabase: by a role `postgres` that is no
 * superuser and does not own the auth and storage schemas.
 */
export async function postgres15(): Promise<Native> {
  const dir = await mkdtemp(path.join(tmpdir(), 'mural-pg15-'));
  const user = await owner(dir);
  const data = path.join(dir, 'data');
  const port = await freePort();
  execFileSync(
    path.join(BIN, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'supabase_admin',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '--auth=trust',
      '--no-sync',
    ],
    { ...user, cwd: dir, stdio: 'pipe' },
  );
  const server = spawn(
    path.join(BIN, 'postgres'),
    ['-D', data, '-p', String(port), '-k', dir, '-h', '', '-c', 'fsync=off', '-c', 'timezone=UTC'],
    { ...user, cwd: dir, stdio: 'ignore' },
  );
  const stop = async () => {
    server.kill('SIGINT');
    if (server.exitCode === null) await once(server, 'exit');
    await rm(dir, { recursive: true, force: true });
  };
  try {
    const admin = await connect({ host: dir, port, user: 'supabase_admin' });
    await admin.query(await platform());
    await admin.end();
    const client = await connect({ host: dir, port, user: 'postgres' });
    for (const file of await migrations()) await client.query(`begin; ${file}; commit`);
    return {
      ...queries(client),
      async stop() {
        await client.end();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** PostgreSQL refuses to run as root; then it runs as the account that Debian made for it. */
async function owner(dir: string): Promise<{ uid?: number; gid?: number }> {
  if (userInfo().uid !== 0) return {};
  const idOf = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const [uid, gid] = [idOf('-u'), idOf('-g')];
  await chown(dir, uid, gid);
  await chmod(dir, 0o700);
  return { uid, gid };
}

async function connect(where: { host: string; port: number; user: string }): Promise<pg.Client> {
  for (let attempt = 1; ; attempt++) {
    const client = new pg.Client({ ...where, database: 'postgres' });
    // A set-up that fails ends the server, and fails with its own error.
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (attempt === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

const migrations = async () => {
  const dir = path.join(ROOT, 'supabase/migrations');
  const names = (await readdir(dir)).sort();
  return Promise.all(names.map((name) => readFile(path.join(dir, name), 'utf8')));
};

/** What a hosted project has before the first migration, as far as the migrations can tell. */
async function platform(): Promise<string> {
  const [roles, prelude] = await Promise.all(
    ['sessions/roles', 'database/prelude'].map((name) =>
      readFile(path.join(ROOT, `supabase/embedded/${name}.sql`), 'utf8'),
    ),
  );
  return `${roles} create schema auth; create schema storage;
    ${SUPABASE_AUTH_HELPERS_SQL} ${getAuthSchemaSql()} ${getStorageSchemaSql()} ${prelude}
    create role postgres login createrole createdb bypassrls;
    grant anon, authenticated, service_role to postgres with admin option;
    grant all on database postgres to postgres;
    grant all on schema public, extensions to postgres;
    grant usage on schema auth, storage to postgres;
    grant all on all tables in schema auth to postgres;
    grant execute on all functions in schema auth, storage to postgres;
    grant supabase_storage_admin to postgres;
    grant usage, create on schema storage to supabase_storage_admin;
    alter table storage.objects owner to supabase_storage_admin;
    alter table storage.buckets owner to supabase_storage_admin;
    alter default privileges for role postgres in schema public grant all on tables to anon, authenticated, service_role;
    alter default privileges for role postgres in schema public grant all on functions to anon, authenticated, service_role;
    alter default privileges for role postgres in schema public grant all on sequences to anon, authenticated, service_role;`;
}

function queries(client: pg.Client): TestDb {
  // Like the embedded backend, one transaction after the other.
  let tail: Promise<unknown> = Promise.resolve();
  const sql = async <T>(text: string, params: unknown[] = []) =>
    (await client.query(text, params.map(asParameter))).rows as T[];
  return {
    sql,
    transaction(run) {
      const work = tail.then(async () => {
        await client.query('begin');
        try {
          const result = await run({ sql });
          await client.query('commit');
          return result;
        } catch (error) {
          await client.query('rollback');
          throw error;
        }
      });
      tail = work.catch(() => {});
      return work;
    },
  };
}

/** Objects and lists of objects are JSON; other lists are arrays. */
function asParameter(value: unknown): unknown {
  const objects = Array.isArray(value) && value.some((item) => item && typeof item === 'object');
  return objects ? JSON.stringify(value) : value;
}
