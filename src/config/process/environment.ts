import path from 'node:path';
import { isLoopback } from '#node/loopback.ts';
import { readMailbox } from '../mailbox.ts';
import { readBuckets } from './bucket-settings.ts';
import { readCdn } from './cdn-settings.ts';
import { readMailSettings } from './mail-settings.ts';
import { readRoles } from './roles.ts';

type Seed = 'demo' | 'none' | `scale:${number}`;

export type Environment = ReturnType<typeof readEnvironment>;

/** Reads the settings that `.env.example` names. Throws one sentence that names the variable at fault. */
export function readEnvironment(env: Record<string, string | undefined>) {
  const host = env.HOST || '127.0.0.1';
  const port = readPort(env.PORT);
  const hosted = readHosted(env);
  const buckets = readBuckets(env);
  const siteUrl = readOrigin(env.SITE_URL);
  const exposedBy = exposure(host, siteUrl);
  const publicHost = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  return {
    /** What this process does. */
    roles: readRoles(env.ROLES, { hosted: hosted !== null, siteBucket: buckets.site !== null }),
    host,
    port,
    dataDir: path.resolve(env.DATA_DIR || '.data'),
    /** The public address, which pages carry in canonical links and images in their URLs. */
    origin: siteUrl ?? `http://${publicHost}:${port}`,
    /** The setting that lets others reach the server, as in `HOST=0.0.0.0`; null while only this machine can. */
    exposedBy,
    /** Where others can reach the server, demo data and its accounts have to be asked for by name. */
    seed: hosted ? 'none' : readSeed(env.SEED, exposedBy ? 'none' : 'demo'),
    /** A hosted Supabase project in place of the embedded backend. */
    hosted,
    databaseUrl: hosted ? undefined : env.DATABASE_URL || undefined,
    /** What `keys.json` holds, in its place. */
    keys: env.KEYS || undefined,
    /** The embedded engine for a new data directory; undefined takes the native one where it runs. */
    engine: oneOf('DATABASE_ENGINE', env.DATABASE_ENGINE, ['native', 'pglite']),
    /** Settings of the native engine. */
    postgresOptions: env.POSTGRES_OPTIONS || undefined,
    /** More than one while a secret is being rotated; separated by spaces. */
    webhookSecrets: env.REBUILD_WEBHOOK_SECRET?.split(/\s+/).filter(Boolean) ?? [],
    accessLog: env.ACCESS_LOG === '1',
    /** How the log is written: for people, or for programs. */
    logFormat: oneOf('LOG_FORMAT', env.LOG_FORMAT, ['text', 'json']) ?? 'text',
    /** What has to be shown to read /metrics; undefined where only this machine may, if it is alone. */
    metricsToken: readMetricsToken(env.METRICS_TOKEN),
    /** Where pages and uploads live beside this machine. */
    buckets,
    mail: readMailSettings(env),
    /** Who runs this site: what /privacy and /terms say of them; null where nobody is named. */
    operator: env.OPERATOR ? readMailbox('OPERATOR', env.OPERATOR) : null,
    /** Bytes of pages that the server keeps in memory, compressed; undefined for its own measure. */
    pageMemory: readMegabytes(env.PAGE_MEMORY),
    /** Proxies in front that are believed (`trustedProxies` reads it). */
    trustProxy: env.TRUST_PROXY || undefined,
    /** The CDN in front of the site, to purge of what has changed; null without one. */
    cdn: readCdn(env),
  };
}

function exposure(host: string, siteUrl: string | undefined): string | null {
  if (!isLoopback(host)) return `HOST=${host}`;
  return siteUrl ? `SITE_URL=${siteUrl}` : null;
}

function readPort(text: string | undefined): number {
  const port = Number(text || 4321);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Error(`PORT must be a number from 1 to 65535, not '${text}'.`);
}

function readOrigin(text: string | undefined): string | undefined {
  if (!text) return undefined;
  if (!URL.canParse(text)) throw new Error(`SITE_URL must be an absolute URL, not '${text}'.`);
  return new URL(text).origin;
}

function readSeed(text: string | undefined, unnamed: Seed): Seed {
  if (!text) return unnamed;
  if (text === 'demo' || text === 'none') return text;
  const match = /^scale:([1-9]\d{0,6})$/.exec(text);
  if (match) return `scale:${Number(match[1])}`;
  throw new Error(`SEED must be 'demo', 'none' or 'scale:N', not '${text}'.`);
}

function readMegabytes(text: string | undefined): number | undefined {
  if (!text) return undefined;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text) * 2 ** 20;
  throw new Error(`PAGE_MEMORY must be a whole number of megabytes, not '${text}'.`);
}

/** One of two words; undefined where nothing is said. */
function oneOf<Word extends string>(
  name: string,
  text: string | undefined,
  [one, other]: readonly [Word, Word],
): Word | undefined {
  if (!text) return undefined;
  if (text === one || text === other) return text as Word;
  throw new Error(`${name} must be '${one}' or '${other}', not '${text}'.`);
}

function readMetricsToken(text: string | undefined): string | undefined {
  if (!text || /^[\w.~+/=-]{16,}$/.test(text)) return text || undefined;
  throw new Error(
    'METRICS_TOKEN must have at least 16 letters, digits or -._~+/=; make one with "openssl rand -hex 24".',
  );
}

function readHosted(env: Record<string, string | undefined>) {
  const url = env.PUBLIC_SUPABASE_URL;
  if (!url) return null;
  if (!URL.canParse(url)) {
    throw new Error(`PUBLIC_SUPABASE_URL must be an absolute URL, not '${url}'.`);
  }
  const publishableKey = env.PUBLIC_SUPABASE_KEY;
  const secretKey = env.SUPABASE_SECRET_KEY;
  if (!publishableKey)
    throw new Error('PUBLIC_SUPABASE_URL is set, but PUBLIC_SUPABASE_KEY is not.');
  if (/^sb_secret_/.test(publishableKey)) {
    throw new Error('PUBLIC_SUPABASE_KEY holds a secret key; it would be published with the site.');
  }
  if (!secretKey) throw new Error('PUBLIC_SUPABASE_URL is set, but SUPABASE_SECRET_KEY is not.');
  return { url: new URL(url).origin, publishableKey, secretKey };
}
