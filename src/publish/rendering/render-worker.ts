/** A thread of `buildOnWorker`. */
import { parentPort, workerData } from 'node:worker_threads';
import { Directory } from '#site/directory/directory.ts';
import { openMedia } from '../pictures/media.ts';
import { buildPages } from './build-pages.ts';
import type { WorkerInput, WorkerResult } from './render-workers.ts';
import { openRenderer } from './renderer.ts';

const { rows, mediaDir, rendererDir, settings, outDir }: WorkerInput = workerData;
const media = await openMedia({
  dir: mediaDir,
  // Every picture was prepared before.
  download: () => Promise.reject(new Error('a rendering thread downloads nothing')),
  warn: () => {},
});
const site = { directory: new Directory(rows), media };
const renderer = await openRenderer(rendererDir, settings);

parentPort?.on('message', async (routes: string[]) => {
  answer({ pages: routes.length, failures: await buildPages(renderer, site, outDir, routes) });
});
answer({ pages: 0, failures: [] });

function answer(result: WorkerResult): void {
  parentPort?.postMessage(result);
}
