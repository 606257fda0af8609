import { randomBytes } from 'node:crypto';
import type { Environment } from '#config/process/environment.ts';
import { loadKeys } from '#embedded/base/keys.ts';
import type { Keys } from '#embedded/base/options.ts';
import type { Log } from '#node/log.ts';
import { type SupervisedBackend, superviseBackend } from './supervised-backend.ts';

/** Where notifications come from and what answers; a hosted project tells neither, and watches itself. */
export interface RunningBackend extends Omit<SupervisedBackend, 'health'> {
  /** A hosted project keeps the secret of its tokens to itself. */
  keys: Pick<Keys, 'publishableKey' | 'secretKey'> & Partial<Pick<Keys, 'jwtSecret'>>;
  webhookSecrets: string[];
  /** What shows the backend whose word it may take for a caller's address; a hosted project takes nobody's. */
  frontSecret?: string;
  /** Null for a hosted project. */
  health(): ReturnType<SupervisedBackend['health']> | null;
}

/** Other servers may have a database that is a server of its own, where all else is in buckets. */
const sharedBuckets = ({ databaseUrl, buckets: { site, storage } }: Environment) =>
  databaseUrl && site && storage ? `${site.name} and ${storage.name}` : undefined;

/** For commands that only read the directory: nobody connects to what they start, however the site is reached. */
export const unserved = (env: Environment): Environment => ({ ...env, exposedBy: null });

/**
 * The hosted project of the environment, or the embedded backend, which is started again if it dies.
 * @param lockPatienceMs how long another process may still have the data directory.
 */
export async function openBackend(
  env: Environment,
  log: Log,
  lockPatienceMs = 0,
): Promise<RunningBackend> {
  if (env.hosted) {
    const { url, publishableKey, secretKey } = env.hosted;
    return {
      url,
      keys: { publishableKey, secretKey },
      webhookSecrets: env.webhookSecrets,
      demoAccounts: null,
      onNotify: () => {},
      onReturn: () => {},
      health: () => null,
      stop: async () => {},
    };
  }
  const keys = await loadKeys(env.dataDir, env.keys);
  const frontSecret = randomBytes(32).toString('base64url');
  const backend = await superviseBackend(
    {
      dataDir: env.dataDir,
      origin: env.origin,
      seed: env.seed,
      ...(env.exposedBy && { exposedBy: env.exposedBy }),
      keys,
      frontSecret,
      databaseUrl: env.databaseUrl,
      shared: sharedBuckets(env),
      engine: env.engine,
      storageBucket: env.buckets.storage,
      postgresOptions: env.postgresOptions,
      mail: env.mail,
      lockPatienceMs,
    },
    log,
  );
  return {
    ...backend,
    keys,
    frontSecret,
    webhookSecrets: [...env.webhookSecrets, keys.webhookSecret],
  };
}
