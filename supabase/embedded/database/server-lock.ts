import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../base/database.ts';
import { endThisProcess, StartupError } from '../base/errors.ts';
import type { Queryable } from '../base/options.ts';
import { asOwner } from '../base/owner-rights.ts';
import { LIMIT_TABLE } from '../base/shared-limiter.ts';

/** Any number will do, as long as every server uses the same. PostgreSQL counts it for each database apart. */
const LOCK = 7_241_968_307;
/** Held by one server that shares the database while it starts: the next one finds its work done. */
const STARTING = 7_241_968_308;
const REFRESH_MS = 5000;
/** The sessions of a process that was killed end a moment after it. */
const PATIENCE_MS = 3000;
const AGAIN_MS = 100;

/**
 * Who has the lock. Made here and not by a migration, because nothing of a database may change before the lock is held:
 * a migration of this release could break the server that has it. Only a server that is alone makes it anew.
 */
const TABLE = `
  create schema if not exists embedded;
  drop table if exists embedded.server_lock;
  create table embedded.server_lock (
    token uuid primary key, holder text not null, since timestamptz not null default clock_timestamp(),
    seen_at timestamptz not null default clock_timestamp(),
    keys text not null, origin text not null, buckets text not null
  )`;

/** Those of servers that were killed go with the next one that is alone, or after a day. */
const FORGET = `
  delete from embedded.server_lock where seen_at < clock_timestamp() - interval '1 day'`;

const NOTE = `
  insert into embedded.server_lock (token, holder, keys, origin, buckets) values ($1, $2, $3, $4, $5)`;

const HELD = `
  select holder, to_char(since at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as since,
    greatest(0, extract(epoch from clock_timestamp() - seen_at))::int as seconds
  from embedded.server_lock order by seen_at desc limit 1`;

/** Takes the lock once more, which does nothing but in a session that has begun anew. */
const refreshed = (tryLock: string) => `
  update embedded.server_lock set seen_at = clock_timestamp()
  where token = $1 and ${tryLock} returning 1`;

const EXCLUSIVE = `pg_try_advisory_lock(${LOCK})`;
const SHARED = `pg_try_advisory_lock_shared(${LOCK})`;

export interface ServerLock {
  /** Whether other servers have the database too: then it is as this one needs it, or not to be used. */
  others: boolean;
  /** The start has come to its end: others that share the database may start. */
  started(): Promise<void>;
  /** Lets the next server in. */
  release(): Promise<void>;
}

interface ServerLockOptions {
  dataDir: string;
  /** What servers over one database have to have alike. */
  alike: { keys: string; origin: string; buckets: string };
  /** Lets others in that share too. */
  shared?: boolean | undefined;
  /** Whether it could be shared: a database that others reach too. */
  mayShare?: boolean;
  /** Another server has taken over, because the database had ended this one's session; unset: the process ends. */
  onLost?: (error: Error) => void;
  refreshMs?: number;
}

type Ask = NonNullable<Database['beside']>;

/**
 * Takes the lock that says which server a database belongs to, or which ones share it. A server of its own would move the
 * addresses of all pictures to its own origin, and not know the others' keys and uploads. The lock is a session's, so
 * that it ends with its server and not by a clock, and no backup has it; a server that is only suspended keeps it.
 * @throws StartupError naming the server that has the database, or what differs from those that share it; then nothing
 * was changed.
 */
export async function lockServer(db: Database, options: ServerLockOptions): Promise<ServerLock> {
  const { beside } = db;
  // Nobody else reaches a PGlite.
  if (!beside) return { others: false, started: async () => {}, release: async () => {} };
  const { shared = false, onLost = endThisProcess, refreshMs = REFRESH_MS } = options;
  // As long as it takes: the first of them may fill a database.
  while (shared && !(await isTrue(beside, `pg_try_advisory_lock(${STARTING})`)))
    await pause(AGAIN_MS);
  const others = await takeLock(db, beside, options);
  const token = randomUUID();
  await asOwner(note(db, token, options, others));
  const REFRESH = refreshed(shared ? SHARED : EXCLUSIVE);
  let released = false;
  const timer = setInterval(async () => {
    // While the database is away, no other server can have it either.
    const mine = await beside(REFRESH, [token]).catch(() => null);
    if (released || mine?.length !== 0) return;
    clearInterval(timer);
    onLost(
      new StartupError(
        'Another server has taken the database over, because this one was cut off from it for a while.',
      ),
    );
  }, refreshMs);
  timer.unref();
  return {
    others,
    async started() {
      if (!shared) return;
      if (!others)
        await beside(`select pg_advisory_lock_shared(${LOCK}), pg_advisory_unlock(${LOCK})`);
      await beside(`select pg_advisory_unlock(${STARTING})`);
    },
    async release() {
      released = true;
      clearInterval(timer);
      await db.sql('delete from embedded.server_lock where token = $1', [token]).catch(() => {});
      await beside('select pg_advisory_unlock_all()').catch(() => {});
    },
  };
}

async function isTrue(beside: Ask, condition: string): Promise<boolean> {
  const [row] = await beside<{ holds: boolean }>(`select ${condition} as holds`);
  return row?.holds === true;
}

/**
 * Takes it for this server alone, and where others share the database, beside them.
 * @returns whether there are others.
 */
async function takeLock(db: Database, beside: Ask, options: ServerLockOptions): Promise<boolean> {
  for (const end = performance.now() + PATIENCE_MS; ; await pause(AGAIN_MS)) {
    if (await isTrue(beside, EXCLUSIVE)) return false;
    if (options.shared && (await isTrue(beside, SHARED))) return true;
    if (performance.now() > end) throw await inUse(db, options.mayShare ?? false);
  }
}

function note(
  db: Database,
  token: string,
  { dataDir, alike, shared }: ServerLockOptions,
  others: boolean,
): Promise<void> {
  const holder = `${hostname()} (process ${process.pid}, data in ${path.resolve(dataDir)})`;
  return db.transaction(async (tx) => {
    if (others) await refuseUnlike(tx, alike);
    await tx.script(others ? FORGET : TABLE);
    if (shared && !others) await tx.script(LIMIT_TABLE);
    await tx.sql(NOTE, [token, holder, alike.keys, alike.origin, alike.buckets]);
  });
}

async function refuseUnlike(
  tx: Queryable,
  { keys, origin, buckets }: ServerLockOptions['alike'],
): Promise<void> {
  const held = await tx.sql<ServerLockOptions['alike']>(
    'select keys, origin, buckets from embedded.server_lock',
  );
  if (held.some((other) => other.keys !== keys))
    throw new StartupError(
      'The servers that share the database have other keys: give this one their keys.json, or the same KEYS. Nothing was changed.',
    );
  const refuse = (theirs: string, mine: string, what: string) => {
    throw new StartupError(
      `The servers that share the database have ${theirs}, and this one ${mine}: give all of them the same ${what}. Nothing was changed.`,
    );
  };
  for (const other of held) {
    if (other.origin !== origin) refuse(other.origin, origin, 'SITE_URL');
    if (other.buckets !== buckets) refuse(other.buckets, buckets, 'SITE_BUCKET and STORAGE_BUCKET');
  }
}

async function inUse(db: Database, mayShare: boolean): Promise<StartupError> {
  const [held] = await db
    .sql<{ holder: string; since: string; seconds: number }>(HELD)
    .catch(() => []);
  const holder = held
    ? `${held.holder}, since ${held.since} UTC and last seen ${held.seconds} s ago`
    : 'it starts at this moment';
  const share = mayShare
    ? ', or let them share it: with SITE_BUCKET and STORAGE_BUCKET set for each'
    : '';
  return new StartupError(
    `The database is in use by another server: ${holder}. Stop that one first${share}. Nothing was changed.`,
  );
}
