import type { Environment } from '#config/environment.ts';
import type { DemoAccounts, Keys, SpawnedBackend, Vitals } from '#embedded/index.ts';
import { loadKeys } from '#embedded/keys.ts';
import { superviseBackend } from './supervised-backend.ts';

export interface RunningBackend {
  /** The same after every restart. */
  readonly url: string;
  keys: Pick<Keys, 'publishableKey' | 'secretKey'>;
  webhookSecrets: string[];
  /** Who may sign in to try the product; null where the demo seed never was. */
  demoAccounts: DemoAccounts | null;
  /** Calls back when the database says that something on `channel` waits. Hosted projects use the webhook. */
  onNotify: SpawnedBackend['onNotify'];
  /** Calls back when it is there again after it had ended. */
  onReturn(callback: () => void): void;
  /** What answers, and why not; null for a hosted project, which watches itself. */
  health(): (Vitals & { reason?: string }) | null;
  stop(): Promise<void>;
}

/** For commands that only read the directory: nobody connects to what they start, however the site is reached. */
export const unserved = (env: Environment): Environment => ({ ...env, exposedBy: null });

/**
 * The hosted project of the environment, or the embedded backend, which is started again if it dies.
 * @param lockPatienceMs how long another process may still have the data directory.
 */
export async function openBackend(
  env: Environment,
  log: (line: string) => void,
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
  const keys = await loadKeys(env.dataDir);
  const backend = await superviseBackend(
    {
      dataDir: env.dataDir,
      origin: env.origin,
      seed: env.seed,
      ...(env.exposedBy && { exposedBy: env.exposedBy }),
      keys,
      databaseUrl: env.databaseUrl,
      engine: env.engine,
      postgresOptions: env.postgresOptions,
      lockPatienceMs,
    },
    log,
  );
  return {
    ...backend,
    keys,
    webhookSecrets: [...env.webhookSecrets, keys.webhookSecret],
  };
}
