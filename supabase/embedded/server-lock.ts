import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from './database.ts';
import { StartupError } from './errors.ts';
import { asOwner } from './start/owner-rights.ts';

/** Any number will do, as long as every server uses the same. PostgreSQL counts it for each database apart. */
const LOCK = 7_241_968_307;
const REFRESH_MS = 5000;
/** The sessions of a process that was killed end a moment after it. */
const PATIENCE_MS = 3000;
const AGAIN_MS = 100;

/**
 * Who has the lock. Made here and not by a migration, because nothing of a database may change before the lock is held:
 * a migration of this release could break the server that has it.
 */
const NOTE = `
  create schema if not exists embedded;
  drop table if exists embedded.server_lock;
  create table embedded.server_lock (
    token uuid primary key, holder text not null, since timestamptz not null default clock_timestamp(),
    seen_at timestamptz not null default clock_timestamp()
  )`;

const HELD = `
  select holder, to_char(since at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as since,
    greatest(0, extract(epoch from clock_timestamp() - seen_at))::int as seconds
  from embedded.server_lock`;

/** Takes the lock once more, which does nothing but in a session that has begun anew. */
const REFRESH = `
  update embedded.server_lock set seen_at = clock_timestamp()
  where token = $1 and pg_try_advisory_lock(${LOCK}) returning 1`;

interface ServerLock {
  /** Lets the next server in. */
  release(): Promise<void>;
}

interface ServerLockOptions {
  dataDir: string;
  /** Another server has taken over, because the database had ended this one's session; unset: the process ends. */
  onLost?: (sentence: string) => void;
  refreshMs?: number;
}

/**
 * Takes the lock that says which server a database belongs to. A second server would move the addresses of all pictures
 * to its own origin, and neither would know the other's keys and uploads. The lock is a session's, so that it ends with
 * its server and not by a clock, and no backup has it; a server that is only suspended keeps it.
 * @throws StartupError naming the server that has the database; then nothing was changed.
 */
export async function lockServer(db: Database, options: ServerLockOptions): Promise<ServerLock> {
  const { beside } = db;
  // Nobody else reaches a PGlite.
  if (!beside) return { release: async () => {} };
  const { dataDir, onLost = endProcess, refreshMs = REFRESH_MS } = options;
  for (const end = performance.now() + PATIENCE_MS; !(await tryLock(beside)); ) {
    if (performance.now() > end) throw await inUse(db);
    await pause(AGAIN_MS);
  }
  const token = randomUUID();
  await asOwner(note(db, token, dataDir));
  let released = false;
  const timer = setInterval(async () => {
    // While the database is away, no other server can have it either.
    const mine = await beside(REFRESH, [token]).catch(() => null);
    if (released || mine?.length !== 0) return;
    clearInterval(timer);
    onLost(
      'Another server has taken the database over, because this one was cut off from it for a while.',
    );
  }, refreshMs);
  timer.unref();
  return {
    async release() {
      released = true;
      clearInterval(timer);
      await db.sql('delete from embedded.server_lock where token = $1', [token]).catch(() => {});
      await beside('select pg_advisory_unlock_all()').catch(() => {});
    },
  };
}

async function tryLock(beside: NonNullable<Database['beside']>): Promise<boolean> {
  const [row] = await beside<{ mine: boolean }>(`select pg_try_advisory_lock(${LOCK}) as mine`);
  return row?.mine === true;
}

function note(db: Database, token: string, dataDir: string): Promise<void> {
  const holder = `${hostname()} (process ${process.pid}, data in ${path.resolve(dataDir)})`;
  return db.transaction(async (tx) => {
    await tx.script(NOTE);
    await tx.sql('insert into embedded.server_lock (token, holder) values ($1, $2)', [
      token,
      holder,
    ]);
  });
}

/** Whoever watches this process starts it again, and is told who has the database. */
function endProcess(sentence: string): void {
  setImmediate(() => {
    throw new StartupError(sentence);
  });
}

async function inUse(db: Database): Promise<StartupError> {
  const [held] = await db
    .sql<{ holder: string; since: string; seconds: number }>(HELD)
    .catch(() => []);
  const holder = held
    ? `${held.holder}, since ${held.since} UTC and last seen ${held.seconds} s ago`
    : 'it starts at this moment';
  return new StartupError(
    `The database is in use by another server: ${holder}. Stop that one first. Nothing was changed.`,
  );
}
