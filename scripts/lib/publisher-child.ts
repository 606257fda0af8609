import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { smallProcess } from '#embedded/small-process.ts';
import { serialQueue } from '#publish/concurrency.ts';
import type { Command, FromPublisher, ToPublisher } from '#publish/messages.ts';
import { type PublisherSource, sourceEnvironment } from './publisher-source.ts';

const SCRIPT = fileURLToPath(new URL('../publisher.ts', import.meta.url));
const RESTART_MS = 1000;
const PING_MS = 2000;
/** It renders on its only thread, so that a moment of silence means nothing. */
const SILENT_MS = 15_000;
/** What was begun is begun anew at the next start. */
const STOP_WITHIN_MS = 2500;

export interface PublisherOptions {
  source: PublisherSource;
  log: (line: string) => void;
  onActivate: (releaseId: string, siteDir: string) => Promise<void>;
  onChanged: (files: string[]) => Promise<void>;
  onRendered: (file: string, body: Buffer) => void;
  /** Pictures that are gone. */
  onWithdrawn: (names: string[]) => void;
  /** It cannot start at all. */
  onFatal: (message: string) => void;
}

export interface PublisherChild {
  /** Resolves when the first release is served. */
  ready: Promise<void>;
  wake(): void;
  /** The database was away for a while. */
  verify(): void;
  /** Passes on what the database's notification says; an empty one says that something waits. */
  changes(rows: string): void;
  /** Gives a line that says what happened; rejects with a sentence. */
  command(command: Command): Promise<string>;
  /** Whether it runs and answers. */
  answers(): boolean;
  stop(): Promise<void>;
}

/**
 * Runs the publisher beside the server. When it dies, the site is served as it is, and a new one goes on
 * where the outbox says.
 */
export function startPublisher(options: PublisherOptions): PublisherChild {
  const waiting = new Map<string, (message: Extract<FromPublisher, { type: 'done' }>) => void>();
  let child: ChildProcess;
  let stopping = false;
  let served = false;
  let heard = performance.now();
  // Messages are handled in their order: a page that changed after a switch belongs to the new release.
  const inTurn = serialQueue();
  const ready = Promise.withResolvers<void>();
  const send = (message: ToPublisher) => {
    // With a callback, a pipe that broke this moment is no error event, which would end the server; 'exit' follows.
    if (child.connected) child.send(message, () => {});
  };

  const handle = (message: FromPublisher) => {
    if (message.type === 'pong') heard = performance.now();
    else if (message.type === 'log') options.log(message.line);
    else if (message.type === 'changed') {
      inOrder(async () => {
        // Pages that follow do not wait until these are in memory.
        void options.onChanged(message.files);
      });
    } else if (message.type === 'rendered') {
      inOrder(async () => options.onRendered(message.file, Buffer.from(message.text)));
    } else if (message.type === 'withdrawn') options.onWithdrawn(message.names);
    else if (message.type === 'activate') {
      inOrder(async () => {
        await options.onActivate(message.releaseId, message.siteDir);
        served = true;
        ready.resolve();
      });
    } else if (message.type === 'done') waiting.get(message.id)?.(message);
    else if (!served) options.onFatal(message.message);
    else options.log(message.message);
  };
  const inOrder = (work: () => Promise<void>) => {
    inTurn(work).catch((error) => options.log(`Publishing: ${error.message}`));
  };

  const start = () => {
    child = fork(SCRIPT, [], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      ...smallProcess(sourceEnvironment(options.source)),
    });
    child.on('message', handle);
    child.on('exit', (code, signal) => {
      for (const [id, answer] of waiting) {
        answer({ type: 'done', id, ok: false, text: 'The publisher ended before it was done.' });
      }
      if (stopping) return;
      if (!served)
        return options.onFatal(`The publisher ended (${signal ?? `exit code ${code}`}).`);
      options.log(`The publisher ended (${signal ?? `exit code ${code}`}); starting it again.`);
      setTimeout(() => stopping || start(), RESTART_MS);
    });
  };
  start();
  const pinging = setInterval(() => send({ type: 'ping' }), PING_MS);
  pinging.unref();

  return {
    ready: ready.promise,
    wake: () => send({ type: 'wake' }),
    verify: () => send({ type: 'verify' }),
    changes: (rows) => send(rows ? { type: 'changes', rows } : { type: 'wake' }),
    command: (command) =>
      new Promise((resolve, reject) => {
        const id = randomUUID();
        waiting.set(id, ({ ok, text }) => {
          waiting.delete(id);
          if (ok) resolve(text);
          else reject(new Error(text));
        });
        if (child.connected) send({ type: 'command', id, command });
        else reject(new Error('The publisher is starting again; try in a moment.'));
      }),
    answers: () =>
      child.connected && child.exitCode === null && performance.now() - heard < SILENT_MS,
    stop: async () => {
      stopping = true;
      clearInterval(pinging);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      send({ type: 'stop' });
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}
