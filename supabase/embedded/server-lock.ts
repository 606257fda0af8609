import { randomUUID } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { withAdvisoryLock } from './advisory-lock.ts';
import type { Database, Transaction } from './database.ts';
import { StartupError } from './errors.ts';
import { asOwner } from './owner-rights.ts';

/**
 * A server that has not been seen for so long has ended, by the clock of the database; also one that was seen so much
 * later than now, by a clock that was ahead.
 */
export const DEAD_AFTER_S = 30;
const REFRESH_MS = 5000;

/**
 * Made here and not by a migration, because nothing of a database may change before the lock is held: a migration of
 * this release could break the server that has it.
 */
const TABLE = `
  create schema if not exists embedded;
  create table if not exists embedded.server_lock (
    one boolean primary key default true check (one),
    token uuid not null, folder text not null, holder text not null,
    since timestamptz not null, seen_at timestamptz not null, database text not null
  )`;

/** A database that was copied or restored brings the row along: it is about another one. */
const THIS_DATABASE = `(select (select system_identifier from pg_control_system()) || '/' || oid
  from pg_database where datname = current_database())`;

const TAKE = `
  insert into embedded.server_lock as held (token, folder, holder, since, seen_at, database)
  values ($1, $2, $3, clock_timestamp(), clock_timestamp(), ${THIS_DATABASE})
  on conflict (one) do update set token = excluded.token, folder = excluded.folder, holder = excluded.holder,
    since = excluded.since, seen_at = excluded.seen_at, database = excluded.database
  where $4 or held.folder = excluded.folder or held.database <> excluded.database
    or held.seen_at not between clock_timestamp() - make_interval(secs => ${DEAD_AFTER_S})
      and clock_timestamp() + make_interval(secs => ${DEAD_AFTER_S})
  returning token`;

const HELD = `
  select holder, to_char(since at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as since,
    greatest(0, extract(epoch from clock_timestamp() - seen_at))::int as seconds
  from embedded.server_lock`;

export interface ServerLock {
  /** Lets the next server in. */
  release(): Promise<void>;
}

export interface ServerLockOptions {
  dataDir: string;
  /** The database lies in the data directory, whose own lock is held. */
  ownDatabase: boolean;
  /** Another server has taken over, because this one was not seen for too long; unset: the process ends. */
  onLost?: (sentence: string) => void;
  refreshMs?: number;
}

/**
 * Takes the one row that says which server a database belongs to, and keeps it fresh. A second server would move the
 * addresses of all pictures to its own origin, and neither would know the other's keys and uploads.
 * @throws StartupError naming the server that has the database; then nothing was changed.
 */
export async function lockServer(db: Database, options: ServerLockOptions): Promise<ServerLock> {
  const { dataDir, ownDatabase, onLost = endProcess, refreshMs = REFRESH_MS } = options;
  const token = randomUUID();
  const holder = `${hostname()} (process ${process.pid}, data in ${path.resolve(dataDir)})`;
  const values = [token, folderName(dataDir), holder, ownDatabase];
  const take = async (tx: Transaction) => {
    await tx.script(TABLE);
    if ((await tx.sql(TAKE, values)).length === 0) throw await inUse(tx);
  };
  await db.transaction((tx) => withAdvisoryLock(tx, () => asOwner(take(tx))));
  const timer = setInterval(async () => {
    const mine = await db
      .sql(
        'update embedded.server_lock set seen_at = clock_timestamp() where token = $1 returning 1',
        [token],
      )
      // While the database is away, nobody else can take it over either.
      .catch(() => null);
    if (mine?.length !== 0) return;
    clearInterval(timer);
    onLost(
      'Another server has taken the database over, because this one was not seen for a while.',
    );
  }, refreshMs);
  timer.unref();
  return {
    async release() {
      clearInterval(timer);
      await db.sql('delete from embedded.server_lock where token = $1', [token]).catch(() => {});
    },
  };
}

/** Whoever watches this process starts it again, and is told who has the database. */
function endProcess(sentence: string): void {
  setImmediate(() => {
    throw new StartupError(sentence);
  });
}

async function inUse(tx: Transaction): Promise<StartupError> {
  const [held] = await tx.sql<{ holder: string; since: string; seconds: number }>(HELD);
  return new StartupError(
    `The database is in use by another server: ${held?.holder}, since ${held?.since} UTC and last seen ${held?.seconds} s ago. Stop that one first; if it has ended already, start again in ${DEAD_AFTER_S} seconds. Nothing was changed.`,
  );
}

/**
 * Names a data directory, wherever it is mounted, so that a restart takes its own lock over at once. A copy of the
 * directory has the same text in another file.
 */
function folderName(dataDir: string): string {
  const file = path.join(dataDir, 'server-id');
  try {
    writeFileSync(file, randomUUID(), { flag: 'wx', mode: 0o600 });
  } catch {
    // There is one already.
  }
  return `${readFileSync(file, 'utf8')}/${statSync(file, { bigint: true }).ino}`;
}
