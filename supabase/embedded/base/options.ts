import type { BucketSettings } from '#node/bucket-requests.ts';
import type { Log } from '#node/log.ts';
import type { MailSettings } from '#node/mail-transport.ts';
import type { Seed } from '#seed/index.ts';

/** What sessions call themselves; the id of the request that one works for follows. */
export const APPLICATION = 'mural-directory';

/** The setting of a session by which `private.link_secret` finds `Keys.linkSecret`. */
export const LINK_SECRET = 'app.link_secret';

export interface Keys {
  publishableKey: string;
  secretKey: string;
  jwtSecret: string;
  webhookSecret: string;
  /** Of the embedded PostgreSQL's superuser. */
  databasePassword: string;
  /** What links in emails are derived from: never in the database, so that a dump has no working link. */
  linkSecret: string;
}

/** What runs the embedded database: PostgreSQL itself, or PGlite. */
export type Engine = 'native' | 'pglite';

export interface Limit {
  max: number;
  windowMs: number;
}

export interface AuthLimits {
  /** Failed sign-ins for one address and account. */
  signInFailures: Limit;
  /** Sign-ins of any outcome for one address. */
  signIns: Limit;
  signUps: Limit;
  /** Tokens renewed for one session. */
  refreshes: Limit;
  /** Renewals with a token of no session, by one address. */
  unknownRefreshes: Limit;
  /** One-time codes and links tried by one address. */
  verifications: Limit;
  /** Codes tried by one address for one account. */
  codeTries: Limit;
  /** Codes tried for one account by everybody; links go on working. */
  codeTriesInTotal: Limit;
  /** Mails to one account, asked for by one address. */
  mailsToOne: Limit;
  /** Emails to one account, by any caller: those beyond are left out without a word. */
  mailsToOneInTotal: Limit;
  /** Mails asked for by one address. */
  mailsByOne: Limit;
}

/** A PostgreSQL by its socket or loopback port. */
export interface ServerAddress {
  host: string;
  port: number;
  username: string;
  password: string;
  database: string;
}

/** How many sessions a pool has, and how many callers may wait for one. */
export interface PoolSize {
  sessions: number;
  waiting: number;
}

export interface PoolSizes {
  /** For those who call over the API. */
  callers: PoolSize;
  /** For the services themselves. */
  owner: PoolSize;
}

export interface BackendOptions {
  /** Where everything is kept; null keeps it in memory (files in a temporary folder) until `stop`. */
  dataDir: string | null;
  /** The public origin, as in `http://127.0.0.1:4321`; links in mails and image URLs start with it. */
  origin: string;
  /** What the front shows with each address that it names; unset, everybody may name one (tests). */
  frontSecret?: string;
  /** Loopback port to listen on; 0, the default, takes a free one. */
  port?: number;
  seed: Seed;
  /** The setting that lets others reach the server, as in `HOST=0.0.0.0`; none while only this machine can. */
  exposedBy?: string;
  keys: Keys;
  /** A PostgreSQL of the operator's own instead of an embedded engine. */
  databaseUrl?: string | undefined;
  /** The buckets of pages and uploads, where other servers with the same ones may have that PostgreSQL too. */
  shared?: string | undefined;
  /** The engine for a new data directory; unset takes the native one where it runs. */
  engine?: Engine | undefined;
  /** A private bucket for uploads, which may be shared by several servers; otherwise they are in the data directory. */
  storageBucket?: BucketSettings | null | undefined;
  /** Settings of the native engine, as in `shared_buffers=256MB work_mem=16MB`. */
  postgresOptions?: string | undefined;
  /** How many sessions serve the API and the services themselves, and how many may wait for one (tests). */
  pools?: Partial<PoolSizes>;
  /** How long to wait for another process that has the directory: one whose parent was killed is about to end. */
  lockPatienceMs?: number;
  /** Called when the embedded server ends without having been asked to; unset: the process ends. */
  onDatabaseLost?: () => void;
  log?: Log;
  /** Other migrations than `supabase/migrations` (tests). */
  migrationsDir?: string;
  /** A database image made by `Backend.dump`, to start from (tests). */
  snapshot?: Blob;
  limits?: Partial<AuthLimits>;
  /** How mails leave; by default each becomes a file. */
  mail?: MailSettings;
  /** Whether mails reach people, so that sign-up waits until an address has confirmed; by default, when a server is named. */
  mailConfigured?: boolean;
}

export interface Queryable {
  /** Runs one statement as `postgres`. Pass JSON as objects and arrays as arrays, not as text. */
  sql<T>(text: string, params?: unknown[]): Promise<T[]>;
}

/** The accounts of the demo seed that are there, by address. */
export interface DemoAccounts {
  /** They take the published password. */
  published: string[];
  /** Their password was made at a start, or chosen by their owner. */
  own: string[];
  /** Nobody can run the directory yet. */
  needsAdmin: boolean;
}

export interface MailFile {
  name: string;
  bytes: Buffer;
}
