import { type Child, forkChild } from '#node/child-process.ts';
import { messageOf } from '#node/errors.ts';
import { smallProcess } from '#node/small-process.ts';
import { SPINS_MS } from '#node/spin-watch.ts';
import { StartupError } from '../base/errors.ts';
import type {
  ForwardedChannel,
  FromBackend,
  SpawnOptions,
  StartedBackend,
  ToBackend,
} from '../base/messages.ts';
import type { BackendOptions, DemoAccounts, Keys } from '../base/options.ts';
import { type Vitals, type Watchdog, watch } from './watchdog.ts';

type BackendProcess = Child<ToBackend, SpawnOptions, StartedBackend>;

export interface SpawnedBackend {
  url: string;
  keys: Keys;
  demoAccounts: DemoAccounts | null;
  pid: number;
  /** Calls back on every NOTIFY of the channel. */
  onNotify(channel: ForwardedChannel, callback: (payload: string) => void): void;
  /** Calls back once, with a reason, when the process ends without having been asked to. */
  onExit(callback: (reason: string) => void): void;
  /** What of it answers at this moment; may take some two seconds to know. */
  vitals(): Promise<Vitals>;
  stop(): Promise<void>;
}

const SCRIPT = new URL('main.ts', import.meta.url);
const STOP_WITHIN_MS = 10_000;
/** Processor time for one statement of PGlite's; an operator's import has more. */
const STATEMENT_MS = 3000;
const LONG_WORK_MS = 60_000;

/**
 * Starts the backend as a process of its own (PGlite would block this one's event loop). It ends with its parent.
 * @throws StartupError with the child's sentence.
 */
export async function spawnBackend({
  log,
  snapshot: _,
  onDatabaseLost: __,
  ...options
}: BackendOptions): Promise<SpawnedBackend> {
  const listeners: Parameters<SpawnedBackend['onNotify']>[] = [];
  let stopping = false;
  let isLongWork = false;
  let watchdog: Watchdog | undefined;
  const child: BackendProcess = forkChild({
    name: 'The backend',
    script: SCRIPT,
    ...smallProcess(),
    onMessage: (message: FromBackend) => {
      if (message.type === 'log') log?.(message.line, message.about);
      else if (message.type === 'statement') watchdog?.statement(message.said);
      else if (message.type === 'long-work') isLongWork = message.running;
      else
        for (const [channel, callback] of listeners)
          if (channel === message.channel) callback(message.payload);
    },
  });
  const { url, demoAccounts, onItsThread } = await started(child, options);
  const spinsMs = () => {
    if (!onItsThread) return SPINS_MS;
    return isLongWork ? LONG_WORK_MS : STATEMENT_MS;
  };
  const askDatabase = () => child.send({ type: 'ask-database' });
  // Only now: migrations and seed data may take their time.
  const watching = watch({ ...child, askDatabase }, spinsMs);
  watchdog = watching;
  void child.ended.then(watching.stop);
  return {
    url,
    keys: options.keys,
    demoAccounts,
    pid: child.pid,
    onNotify: (...listener) => void listeners.push(listener),
    onExit: (callback) => void child.ended.then((reason) => stopping || callback(reason)),
    vitals: watching.vitals,
    stop() {
      stopping = true;
      watching.stop();
      return child.stop({ type: 'stop' }, STOP_WITHIN_MS);
    },
  };
}

/** Rejects only when the process has ended, so that what it held is free. */
async function started(child: BackendProcess, options: SpawnOptions): Promise<StartedBackend> {
  try {
    return await child.ask(options);
  } catch (error) {
    child.disconnect();
    await child.ended;
    throw new StartupError(messageOf(error));
  }
}
