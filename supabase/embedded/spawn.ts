import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { StartupError } from './errors.ts';
import type { ForwardedChannel, FromChild, ToChild } from './messages.ts';
import type { BackendOptions, DemoAccounts, Keys } from './options.ts';
import { processorTime } from './processor-time.ts';
import { smallProcess } from './small-process.ts';
import { type Vitals, type Watchdog, watch } from './watchdog.ts';

export interface SpawnedBackend {
  url: string;
  keys: Keys;
  demoAccounts: DemoAccounts | null;
  pid: number;
  /** Calls back on every NOTIFY of the channel. */
  onNotify(channel: ForwardedChannel, callback: (payload: string) => void): void;
  /** Calls back once, with a reason, when the process ends without having been asked to. */
  onExit(callback: (reason: string) => void): void;
  /** What of it answers at this moment. */
  vitals(): Vitals;
  stop(): Promise<void>;
}

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

/**
 * Starts the backend as a process of its own (PGlite would block this one's event loop). It ends with its parent.
 * @param readyWithinMs ends one that is not ready by then; a first start may take its time.
 * @throws StartupError with the child's sentence.
 */
export async function spawnBackend(
  { log, snapshot: _, onDatabaseLost: __, ...options }: BackendOptions,
  readyWithinMs?: number,
): Promise<SpawnedBackend> {
  const child = fork(MAIN, [], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    ...smallProcess(),
  });
  const listeners: { channel: ForwardedChannel; callback: (payload: string) => void }[] = [];
  // With a callback, a pipe that broke this moment is no error event, which would end this process; 'exit' follows.
  const send = (message: ToChild) => child.connected && child.send(message, () => {});
  let stopping = false;
  let killed: string | undefined;
  let watchdog: Watchdog | undefined;

  const ready = await new Promise<Extract<FromChild, { type: 'ready' }>>((resolve, reject) => {
    let reason: string | undefined;
    child.on('message', (message: FromChild) => {
      if (message.type === 'progress') log?.(message.line);
      else if (message.type === 'ready') resolve(message);
      else if (message.type === 'fatal') reason = message.message;
      else if (message.type === 'pong') watchdog?.pong();
      else if (message.type === 'statement') watchdog?.statement(message.ok);
      else if (message.type === 'long-work') watchdog?.longWork(message.running);
      else
        for (const l of listeners) if (l.channel === message.channel) l.callback(message.payload);
    });
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      reject(
        new StartupError(
          reason ?? `The backend ended before it was ready (${signal ?? `exit code ${code}`}).`,
        ),
      ),
    );
    send({ type: 'start', options });
    if (readyWithinMs === undefined) return;
    const timer = setTimeout(() => {
      reason = `The backend was not ready after ${readyWithinMs / 1000} s.`;
      child.kill('SIGKILL');
    }, readyWithinMs);
    const ready = () => clearTimeout(timer);
    child.once('exit', ready);
    child.on('message', (message: FromChild) => message.type === 'ready' && ready());
  });
  // Only now: migrations and seed data may take their time.
  const watching = watch({
    ping: () => send({ type: 'ping' }),
    processorTime: () => processorTime(child.pid ?? 0),
    kill: (reason) => {
      killed = reason;
      child.kill('SIGKILL');
    },
  });
  watchdog = watching;
  child.once('exit', watching.stop);
  return {
    url: ready.url,
    keys: options.keys,
    demoAccounts: ready.demoAccounts,
    pid: child.pid ?? 0,
    onNotify: (channel, callback) => void listeners.push({ channel, callback }),
    onExit: (callback) =>
      void child.once('exit', (code, signal) => {
        if (!stopping) callback(killed ?? (signal ? `signal ${signal}` : `exit code ${code}`));
      }),
    vitals: watching.vitals,
    stop() {
      stopping = true;
      watching.stop();
      send({ type: 'stop' });
      return ended(child);
    },
  };
}

/** Waits for the child, and after ten seconds no longer. */
function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
