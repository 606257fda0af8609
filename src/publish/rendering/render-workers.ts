import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { DirectoryRows } from '#site/directory/directory-change.ts';
import type { RenderSettings } from './renderer.ts';

/** What another thread needs to render pages of the same site. */
export interface WorkerOptions {
  rows: DirectoryRows;
  mediaDir: string;
  rendererDir: string;
  settings: RenderSettings;
  /** The number of pages from which on another thread is worth its start. */
  from?: number;
}

export type WorkerInput = Omit<WorkerOptions, 'from'> & { outDir: string };

/** A worker's answer to a part of the routes. Its first, empty one says that it is ready. */
export interface WorkerResult {
  pages: number;
  failures: string[];
}

const SCRIPT = new URL('./render-worker.ts', import.meta.url);

/** With fewer pages the workers would be ready when the work is done. */
const MIN_PAGES_FOR_WORKERS = 2000;

/** The threads that the machine's other cores can run beside this one, for a site of that many pages. */
export function workersFor(pages: number, { from = MIN_PAGES_FOR_WORKERS }: WorkerOptions): number {
  return pages < from ? 0 : Math.max(1, availableParallelism() - 1);
}

/**
 * Has another thread build the parts of the site that `next` gives, until it gives an empty one; each answer goes to
 * `take`. Rejects when the thread dies.
 */
export async function buildOnWorker(
  input: WorkerInput,
  next: () => string[],
  take: (result: WorkerResult) => void,
): Promise<void> {
  const worker = new Worker(SCRIPT, { workerData: input });
  try {
    await new Promise<void>((resolve, reject) => {
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`A rendering thread ended (${code}).`)));
      worker.on('message', (result: WorkerResult) => {
        take(result);
        const routes = next();
        if (routes.length > 0) worker.postMessage(routes);
        else resolve();
      });
    });
  } finally {
    worker.removeAllListeners('exit');
    await worker.terminate();
  }
}
