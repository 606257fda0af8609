import type { Environment } from '#config/environment.ts';
import { type Keys, loadKeys, type SpawnedBackend, spawnBackend } from '#embedded/index.ts';

export interface RunningBackend {
  readonly url: string;
  keys: Pick<Keys, 'publishableKey' | 'secretKey'>;
  webhookSecrets: string[];
  /** Calls back when the database says that something on `channel` waits. Hosted projects use the webhook. */
  onNotify: SpawnedBackend['onNotify'];
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
      stop: async () => {},
    };
  }
  const keys = await loadKeys(env.dataDir);
  const listeners: Parameters<SpawnedBackend['onNotify']>[] = [];
  let current: SpawnedBackend;
  let port = 0;
  const start = async () => {
    current = await spawnBackend({
      dataDir: env.dataDir,
      port,
      origin: env.origin,
      seed: env.seed,
      keys,
      ...(env.databaseUrl && { databaseUrl: env.databaseUrl }),
      log,
    });
    // A new one listens where the first did: the address was handed on, also to other processes.
    port = Number(new URL(current.url).port);
    for (const listener of listeners) current.onNotify(...listener);
    current.onExit((code) => {
      log(`The backend ended unexpectedly (exit code ${code}); starting it again.`);
      start().catch((error) => {
        console.error(error instanceof Error ? error.message : error);
        process.exit(1);
      });
    });
  };
  await start();
  return {
    get url() {
      return current.url;
    },
    keys,
    webhookSecrets: [...env.webhookSecrets, keys.webhookSecret],
    onNotify: (...listener) => {
      listeners.push(listener);
      current.onNotify(...listener);
    },
    stop: () => current.stop(),
  };
}
