import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import type { Database } from '../base/database.ts';

type Options = NonNullable<Parameters<typeof postgres>[1]>;

interface Listener {
  channel: string;
  callback: (payload: string) => void;
  missed: () => void;
}

const AGAIN_MS = 100;
/**
 * Settings by which the server ends the session of a machine that is gone after half a minute, and what it holds with
 * it. Behind a pooler the machine at the other end is the pooler's.
 */
export const KEEPALIVE = {
  tcp_keepalives_idle: 15,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
};
/** The server is there, and starts or recovers. */
const CANNOT_CONNECT_NOW = '57P03';
/** About the time it takes to replay the most that is kept for it; its watchers have more patience. */
const RECOVERS_WITHIN_MS = 60_000;

/** The session beside the pool: it hears notifications, and answers at once however many statements others have sent. */
interface Notifications extends Pick<Database, 'listen' | 'close' | 'sql'> {
  /** Resolves when the server answers, after a recovery that it is at; rejects when it refuses. */
  ping(): Promise<void>;
}

/** postgres.js gives up a channel for good when its first try to connect again fails; this tries until it succeeds. */
export function openNotifications(url: string, options: Options): Notifications {
  const listeners = new Set<Listener>();
  let ended = false;
  let resuming = false;
  const session = postgres(url, {
    ...options,
    max: 1,
    max_lifetime: null,
    fetch_types: false,
    onclose: () => void resume(),
    onnotify: (channel: string, payload: string) => {
      for (const listener of listeners)
        if (listener.channel === channel) listener.callback(payload);
    },
  } as Options);

  const subscribe = (channel: string) => session.unsafe(`listen "${channel}"`);
  const resume = async () => {
    if (resuming || ended || listeners.size === 0) return;
    resuming = true;
    while (!ended) {
      await pause(AGAIN_MS, null, { ref: false });
      const channels = new Set([...listeners].map(({ channel }) => channel));
      const back = await Promise.all([...channels].map(subscribe)).then(
        () => true,
        () => false,
      );
      if (back) break;
    }
    resuming = false;
    if (!ended) for (const listener of listeners) listener.missed();
  };

  return {
    sql: async <T>(text: string, params: unknown[] = []) =>
      [...(await session.unsafe(text, params as never[]))] as T[],
    async listen(channel, callback, missed = () => {}) {
      const listener = { channel, callback, missed };
      listeners.add(listener);
      await subscribe(channel);
      return async () => {
        listeners.delete(listener);
        if ([...listeners].some((other) => other.channel === channel)) return;
        await session.unsafe(`unlisten "${channel}"`);
      };
    },
    async ping() {
      for (const end = performance.now() + RECOVERS_WITHIN_MS; ; await pause(AGAIN_MS)) {
        const refusal = await session.unsafe('select 1').then(
          () => null,
          (error: { code?: string }) => error,
        );
        if (!refusal) return;
        if (refusal.code !== CANNOT_CONNECT_NOW || ended || performance.now() > end) throw refusal;
      }
    },
    close: async () => {
      ended = true;
      await session.end({ timeout: 1 });
    },
  };
}
