import type { LiteConnection } from './lite-connection.ts';
import type { DemoAccounts, Keys, MailFile, Queryable, ServerAddress } from './options.ts';

/** Who asks, in the form of @supabase/lite. */
export interface Caller {
  auth?: { role?: string; uid?: string; jwt?: unknown };
  /** Hosted storage tells policies the headers, too. A signed address has the hash of the link it was asked with. */
  storage?: { operation?: string; headers?: Headers; link?: string };
}

/** What the embedded backend needs from a PostgreSQL, whichever it is. */
export interface Database extends Queryable {
  /** Where other processes reach it; unset for PGlite, which is this process's own and has one session. */
  address?: string | ServerAddress;
  /** The hardened connection for @supabase/lite. */
  connection: LiteConnection;
  /** Runs a script of several statements. */
  script(text: string): Promise<void>;
  /** Everything in `run` on one session, all or nothing. */
  transaction<T>(run: (tx: Transaction) => Promise<T>): Promise<T>;
  /** The same with the rights of a caller: roles, grants and policies decide. */
  asCaller<T>(caller: Caller, run: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Lets callers in: makes the role that `asCaller` and the connection answer as (`makeAuthenticator`).
   * @throws StartupError when the owner may not make it, or it cannot connect.
   */
  admitCallers(): Promise<void>;
  /** From now on a statement of the services themselves has a time limit too; migrations and seeds take their time. */
  serve?(): void;
  /** `missed` is called when some may have been missed: the connection was lost for a while. */
  listen(
    channel: string,
    callback: (payload: string) => void,
    missed?: () => void,
  ): Promise<() => Promise<void>>;
  /** As `sql`, on the one session beside the pool, which is kept as long as the connection is; PGlite has no other. */
  beside?: Queryable['sql'];
  /** Resolves when a statement went through, before others that wait. */
  ping(): Promise<void>;
  /** Resolves when a session of the services answers; one that does not within so many milliseconds is replaced. */
  servicesAnswer(withinMs: number): Promise<void>;
  /** An image for `BackendOptions.snapshot`; PGlite only. */
  dump(): Promise<Blob>;
  close(): Promise<void>;
}

export interface Transaction extends Queryable {
  script(text: string): Promise<void>;
}

/** A backend that runs in this process. */
export interface Backend
  extends Queryable,
    Pick<Database, 'transaction' | 'listen' | 'ping' | 'dump'> {
  url: string;
  keys: Keys;
  demoAccounts: DemoAccounts | null;
  /** The mails that became files so far, oldest first. */
  mailFiles(): Promise<MailFile[]>;
  /** Whether statements run on this process's only thread, as PGlite's do, and cannot be stopped. */
  onItsThread: boolean;
  /** Resolves when a write went through as a visitor's request would; nothing stays of it. */
  tryAsVisitor(): Promise<void>;
  stop(): Promise<void>;
}

/** Runs something on a database, and closes it. */
export async function withOpen<T>(db: Database, run: (db: Database) => Promise<T>): Promise<T> {
  try {
    return await run(db);
  } finally {
    await db.close();
  }
}

/** PostgreSQL prints `2026-01-01 00:00:00+00`; PostgREST answers `2026-01-01T00:00:00+00:00`. */
export function isoTimestamp(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
}

/** PostgREST answers numeric as a JSON number; NaN and infinities have none and stay text. */
export function jsonNumber(text: string): number | string {
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}
