import path from 'node:path';
import type { Mailbox } from '#config/mailbox.ts';
import type { Environment } from '#config/process/environment.ts';
import type { BucketSettings } from '#node/bucket-requests.ts';
import type { MailSettings } from '#node/mail-transport.ts';
import type { RenderSettings } from '../rendering/renderer.ts';

/** Where the directory is read from and how its pages are addressed: all that a build depends on. */
export interface Source {
  dataDir: string;
  origin: string;
  /** Where this process reaches the API. */
  backendUrl: string;
  /** Where browsers do; empty for the site's own origin. */
  publicBackendUrl: string;
  publishableKey: string;
  secretKey: string;
  /** Where the live site is kept too, for other servers and for caches. */
  siteBucket: BucketSettings | null;
  mail: MailSettings;
  operator: Mailbox | null;
}

export function sourceOf(
  env: Environment,
  backend: { url: string; keys: { publishableKey: string; secretKey: string } },
): Source {
  return {
    dataDir: env.dataDir,
    origin: env.origin,
    backendUrl: backend.url,
    publicBackendUrl: env.hosted?.url ?? '',
    publishableKey: backend.keys.publishableKey,
    secretKey: backend.keys.secretKey,
    siteBucket: env.buckets.site,
    mail: env.mail,
    operator: env.operator,
  };
}

/** Tells databases apart; servers that share a bucket share the database too, however each of them reaches it. */
export const databaseOf = ({ databaseUrl, buckets }: Environment): string =>
  (!buckets.site && databaseUrl) || '';

/** What its pages say of it. */
export function renderSettings(
  source: Pick<Source, 'origin' | 'publicBackendUrl' | 'publishableKey' | 'operator'>,
): RenderSettings {
  const { origin, publicBackendUrl: url, publishableKey: key, operator } = source;
  return { origin, api: { url, key }, operator };
}

export const mailDir = (dataDir: string) => path.join(dataDir, 'mail');
export const mediaDir = (dataDir: string) => path.join(dataDir, 'media');

/** How a process is forked that renders: React chooses its fast build by this when it is loaded. */
export function productionEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, NODE_ENV: 'production' };
}
