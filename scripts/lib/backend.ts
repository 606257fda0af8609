import type { Environment } from '#config/environment.ts';
import { type Keys, loadKeys, type SpawnedBackend, type Vitals } from '#embedded/index.ts';
import { superviseBackend } from './supervised-backend.ts';

export interface RunningBackend {
  /** The same after every restart. */
  readonly url: string;
  keys: Pick<Keys, 'publishableKey' | 'secretKey'>;
  webhookSecrets: string[];
  /** Calls back when the database says that something on `channel` waits. Hosted projects use the webhook. */
  onNotify: SpawnedBackend['onNotify'];
  /** What answers, and why not; null for a hosted project, which watches itself. */
  health(): (Vitals & { reason?: string }) | null;
  stop(): Promise<void>;
}

/** The hosted project of the environment, or the embedded backend, which is started again if it dies. */
export async function openBackend(
  env: Environment,
  log: (line: string) => void,
): Promise<RunningBackend> {
  if (env.hosted) {
    const { url, publishableKey, secretKey } = env.hosted;
    return {
      url,
      keys: { publishableKey, secretKey },
      webhookSecrets: env.webhookSecrets,
      onNotify: () => {},
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
      keys,
      ...(env.databaseUrl && { databaseUrl: env.databaseUrl }),
    },
    log,
  );
  return {
    ...backend,
    keys,
    webhookSecrets: [...env.webhookSecrets, keys.webhookSecret],
  };
}
