/** The backend as a process of its own: started by `spawnBackend`, which talks to it over IPC. */
import { StartupError } from './errors.ts';
import { collectWhenIdle } from './idle-garbage.ts';
import { FORWARDED_CHANNELS, type FromChild, type SpawnOptions, type ToChild } from './messages.ts';
import type { Backend } from './options.ts';
import { onLongWork } from './patience.ts';
import { isLoss } from './sessions.ts';
import { startBackend } from './start.ts';

let backend: Backend | undefined;
let ending = false;

const tell = (message: FromChild) => {
  if (process.connected) process.send?.(message);
};

/** One at a time: a database that does not answer is not asked more often. */
let asking = false;

async function signOfLife(): Promise<void> {
  tell({ type: 'pong' });
  if (!backend || asking) return;
  asking = true;
  const ok = await backend.ping().then(
    () => true,
    () => false,
  );
  asking = false;
  tell({ type: 'statement', ok });
}

async function run(options: SpawnOptions): Promise<void> {
  try {
    backend = await startBackend({ ...options, log: (line) => tell({ type: 'progress', line }) });
    for (const channel of FORWARDED_CHANNELS) {
      const pass = (payload: string) => tell({ type: 'notify', channel, payload });
      // Without a payload: whatever was missed waits in a table.
      await backend.listen(channel, pass, () => pass(''));
    }
    tell({ type: 'ready', url: backend.url, demoAccounts: backend.demoAccounts });
  } catch (error) {
    fail(error);
  }
}

/** One sentence for what an operator can put right; the stack only for what is a fault of ours. */
function fail(error: unknown): void {
  const message =
    error instanceof StartupError
      ? error.message
      : `The backend failed unexpectedly: ${error instanceof Error ? (error.stack ?? error.message) : error}`;
  process.exitCode = 1;
  if (!process.connected) {
    console.error(message);
    process.exit();
  }
  process.send?.({ type: 'fatal', message } satisfies FromChild, () => process.exit());
}

async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  await backend?.stop().catch(() => {});
  process.exit();
}

// Node would print the properties of the error too: queries, parameters, addresses with passwords.
process.on('uncaughtException', (error) => {
  const line = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.exitCode = 1;
  if (!process.connected) process.exit();
  process.send?.({ type: 'progress', line } satisfies FromChild, () => process.exit());
});
// postgres.js asks for the types of arrays on each new connection, and leaves it to nobody when that is lost at once.
process.on('unhandledRejection', (error) => {
  if (!isLoss(error)) throw error;
});
process.on('message', (message: ToChild) => {
  if (message.type === 'start') void run(message.options);
  else if (message.type === 'ping') void signOfLife();
  else void end();
});
collectWhenIdle();
onLongWork((running) => tell({ type: 'long-work', running }));
// The parent is gone, or asks in the usual ways. Ctrl+C reaches both: the parent decides when to end this one.
process.on('disconnect', end);
process.on('SIGTERM', end);
process.on('SIGINT', () => process.connected || end());
if (!process.connected)
  fail(new StartupError('The backend is started by "npm start", not on its own.'));
