import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { FairQueue } from '#node/fair-queue.ts';
import { callerKey, callerSignal, noteBusy } from '../base/caller.ts';
import type { PasswordResult, PasswordTask } from './hashing-worker.ts';

/** bcrypt takes a tenth of a second of a processor: never on the thread that answers requests. */
const THREADS = Math.min(4, Math.max(1, availableParallelism()));
/** What a small machine works off in some ten seconds; later calls are asked to come back. */
const QUEUE = new FairQueue(
  { concurrency: THREADS, maxWaiting: 200, maxWaitingPerKey: 100 },
  'passwords',
);
const IDLE: Worker[] = [];
/** Of `LITE_AUTH_BCRYPT_COST`; bcrypt knows no other bounds. */
const COST = { usual: 10, least: 4, most: 31 };

/**
 * A bcrypt hash of the password, made on a worker thread.
 * @throws Busy when too many wait already: answer 503 with Retry-After (the gateway does so by itself).
 */
export function hashPassword(password: string, cost = passwordCost()): Promise<string> {
  return inTurn({ kind: 'hash', password, cost }) as Promise<string>;
}

/**
 * Whether the password is the one that was hashed, found out on a worker thread.
 * @throws Busy as `hashPassword`.
 */
export function verifyPassword(password: string, hash: string): Promise<boolean> {
  return inTurn({ kind: 'compare', password, hash }) as Promise<boolean>;
}

/** The cost of new hashes. */
function passwordCost(): number {
  const wanted = Number(process.env.LITE_AUTH_BCRYPT_COST || COST.usual);
  if (!Number.isFinite(wanted)) return COST.usual;
  return Math.min(COST.most, Math.max(COST.least, Math.trunc(wanted)));
}

async function inTurn(task: PasswordTask): Promise<string | boolean> {
  const result = await QUEUE.run(callerKey(), () => onWorker(task), callerSignal()).catch(noteBusy);
  if (!result.ok) throw new Error(result.message);
  return result.value;
}

/** Gives the task to an idle thread. There is one: the queue lets no more tasks run than there may be threads. */
function onWorker(task: PasswordTask): Promise<PasswordResult> {
  const worker = IDLE.pop() ?? startWorker();
  return new Promise((resolve, reject) => {
    const ended = (error: unknown) => {
      worker.off('message', answered);
      reject(error instanceof Error ? error : new Error('The thread for passwords ended.'));
    };
    const answered = (result: PasswordResult) => {
      worker.off('error', ended).off('exit', ended);
      worker.unref();
      IDLE.push(worker);
      resolve(result);
    };
    // An idle thread must not keep the process alive, a working one must.
    worker.ref();
    worker.once('message', answered).once('error', ended).once('exit', ended);
    worker.postMessage(task);
  });
}

function startWorker(): Worker {
  const worker = new Worker(new URL('hashing-worker.ts', import.meta.url), { execArgv: [] });
  worker.on('exit', () => {
    const place = IDLE.indexOf(worker);
    if (place >= 0) IDLE.splice(place, 1);
  });
  // Reported to the call that waits for it; without a listener it would end the process.
  worker.on('error', () => {});
  return worker;
}
