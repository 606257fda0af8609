/** The backend as a process of its own: started by `spawnBackend`, which talks to it over IPC. */
import { endOnFault, stackOf } from '#node/faults.ts';
import { collectWhenIdle } from '#node/garbage.ts';
import { type About, logLine } from '#node/log.ts';
import { listenToParent, sendToParent } from '#node/parent-process.ts';
import type { Backend } from '../base/database.ts';
import { StartupError } from '../base/errors.ts';
import { onLongWork } from '../base/long-work.ts';
import {
  FORWARDED_CHANNELS,
  type FromBackend,
  type Said,
  type SpawnOptions,
  type StartedBackend,
  type ToBackend,
} from '../base/messages.ts';
import { isLoss } from '../sessions/sessions.ts';
import { startBackend } from './start.ts';

let backend: Backend | undefined;
let ending = false;

const send = (message: FromBackend) => sendToParent(message);
const say = (line: string, about?: About) => send({ type: 'log', line, about });

/** One at a time: a database that does not answer is not asked more often. */
let asking = false;

async function answerForDatabase(): Promise<void> {
  if (!backend || asking) return;
  asking = true;
  const said = await askDatabase(backend);
  asking = false;
  void send({ type: 'statement', said });
}

/** In this order: the first waits for a database that recovers, the second would be refused. */
async function askDatabase({ ping, tryAsVisitor }: Backend): Promise<Said> {
  try {
    await ping();
  } catch {
    return 'refused';
  }
  // Sessions that are lost or slow are replaced by their pool, and not by another start.
  return tryAsVisitor().then(
    () => 'ok',
    () => 'not written',
  );
}

async function start(options: SpawnOptions): Promise<StartedBackend> {
  backend = await startBackend({ ...options, log: (line, about) => void say(line, about) });
  for (const channel of FORWARDED_CHANNELS) {
    const pass = (payload: string) => void send({ type: 'notify', channel, payload });
    // Without a payload: whatever was missed waits in a table.
    await backend.listen(channel, pass, () => pass(''));
  }
  const { url, demoAccounts, onItsThread } = backend;
  return { url, demoAccounts, onItsThread };
}

async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  await backend?.stop().catch(() => {});
  process.exit();
}

endOnFault(say, (error) => (error instanceof StartupError ? error.message : stackOf(error)));
// postgres.js asks for the types of arrays on each new connection, and leaves it to nobody when that is lost at once.
process.on('unhandledRejection', (error) => {
  if (!isLoss(error)) throw error;
});
listenToParent<ToBackend, SpawnOptions, StartedBackend>({
  onMessage: ({ type }) => void (type === 'ask-database' ? answerForDatabase() : end()),
  // One sentence for what an operator can put right; the stack only for what is a fault of ours.
  answer: (options) =>
    start(options).catch((error) => {
      if (error instanceof StartupError) throw error;
      throw new Error(`The backend failed unexpectedly: ${stackOf(error)}`);
    }),
  onDisconnect: end,
});
collectWhenIdle();
onLongWork((running) => void send({ type: 'long-work', running }));
process.on('SIGTERM', end);
if (!process.connected) {
  logLine('The backend is started by "npm start", not on its own.');
  process.exit(1);
}
