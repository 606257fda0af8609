import { setTimeout as pause } from 'node:timers/promises';
import { type SpawnedBackend, spawnBackend } from '#embedded/process/spawn.ts';
import type { Vitals } from '#embedded/process/watchdog.ts';
import { backoff } from '#node/backoff.ts';
import { messageOf } from '#node/errors.ts';
import type { Log } from '#node/log.ts';

type SpawnOptions = Parameters<typeof spawnBackend>[0];

export interface SupervisedBackend {
  /** The same after every restart. */
  readonly url: string;
  /** Who may sign in to try the product, as at the first start; null where the demo seed never was. */
  demoAccounts: SpawnedBackend['demoAccounts'];
  /** Calls back when the database says that something on a channel waits. */
  onNotify: SpawnedBackend['onNotify'];
  /** Calls back each time a new one has taken the place of one that ended. */
  onReturn(callback: () => void): void;
  /** What answers; with the sentence why it cannot be started, when that is so. May take some two seconds to know. */
  health(): Promise<Vitals & { reason?: string }>;
  stop(): Promise<void>;
}

const ENDED = { event: 'backend.ended', level: 'error' } as const;
const UNSTARTED = { event: 'backend.unstarted', level: 'error' } as const;
const RETRIES = { firstMs: 1000, mostMs: 8000 };

/**
 * Starts the backend, and again whenever it ends, as often as it takes: the site is served meanwhile.
 * @throws StartupError when the first start fails.
 */
export async function superviseBackend(
  options: SpawnOptions,
  log: Log,
): Promise<SupervisedBackend> {
  const returned: (() => void)[] = [];
  const listeners: Parameters<SpawnedBackend['onNotify']>[] = [];
  let port = options.port ?? 0;
  let current: SpawnedBackend | null = null;
  let reason: string | undefined;
  let restarting: Promise<void> = Promise.resolve();
  let stopping = false;

  const start = async () => {
    const backend = await spawnBackend({ ...options, port, log });
    // A new one listens where the first did: the address was handed on, also to other processes.
    port = Number(new URL(backend.url).port);
    for (const listener of listeners) backend.onNotify(...listener);
    backend.onExit((why) => {
      current = null;
      log(`The backend ended (${why}); starting it again.`, ENDED);
      restarting = restart();
    });
    current = backend;
    reason = undefined;
    return backend;
  };
  const restart = async () => {
    for (let attempt = 1; !stopping; attempt++) {
      try {
        await start();
        log('The backend is back.', { event: 'backend.back' });
        for (const callback of returned) callback();
        return;
      } catch (error) {
        const sentence = messageOf(error);
        if (sentence !== reason) log(sentence, UNSTARTED);
        reason = sentence;
        await pause(backoff(attempt, RETRIES), null, { ref: false });
      }
    }
  };

  const { url, demoAccounts } = await start();
  return {
    url,
    demoAccounts,
    onNotify: (...listener) => {
      listeners.push(listener);
      current?.onNotify(...listener);
    },
    onReturn: (callback) => void returned.push(callback),
    health: async () => {
      const vitals = await current?.vitals();
      // It may have ended meanwhile.
      return current && vitals
        ? vitals
        : { api: 'no answer', database: 'no answer', ...(reason && { reason }) };
    },
    stop: async () => {
      stopping = true;
      await current?.stop();
      await restarting;
      await current?.stop();
    },
  };
}
