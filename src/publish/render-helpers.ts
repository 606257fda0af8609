import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Rows } from '#site/snapshot.ts';

/** What another thread needs to render pages of the same site. */
export interface Help {
  rows: Rows;
  mediaDir: string;
  rendererDir: string;
  /** The number of pages from which on help is worth its start. */
  from?: number;
}

/** A helper's answer to a part of the routes, and why pages failed. Its first, empty one says that it is ready. */
export interface Helped {
  pages: { file: string; body: Uint8Array }[];
  failures: string[];
}

const SCRIPT = new URL('./render-worker.ts', import.meta.url);
/** Routes that a helper takes at a time. */
const PART = 100;
/** With fewer pages the helpers would be ready when the work is done. */
const WORTH_IT = 2000;

/**
 * Has the machine's other cores render routes from `next` until there are none. What they render is taken by `take`;
 * a helper that is more than a part ahead of it waits. Rejects when a thread dies.
 */
export async function renderWithHelp(
  help: Help,
  pages: number,
  next: (count: number) => string[],
  take: (helped: Helped) => Promise<void>,
): Promise<void> {
  const helpers = pages < (help.from ?? WORTH_IT) ? 0 : Math.max(1, availableParallelism() - 1);
  await Promise.all(
    Array.from({ length: helpers }, async () => {
      const worker = new Worker(SCRIPT, { workerData: help });
      try {
        await workOff(worker, next, take);
      } finally {
        worker.removeAllListeners('exit');
        await worker.terminate();
      }
    }),
  );
}

function workOff(
  worker: Worker,
  next: (count: number) => string[],
  take: (helped: Helped) => Promise<void>,
): Promise<void> {
  let taken = Promise.resolve();
  return new Promise<void>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`A rendering thread ended (${code}).`)));
    worker.on('message', (helped: Helped) => {
      taken
        .then(() => {
          taken = take(helped);
          taken.catch(reject);
          const routes = next(PART);
          if (routes.length > 0) worker.postMessage(routes);
          else taken.then(resolve, reject);
        })
        .catch(reject);
    });
  });
}
