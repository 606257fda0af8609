/** A thread of `renderWithHelp`. */
import { parentPort, workerData } from 'node:worker_threads';
import { snapshotOf } from '#site/snapshot.ts';
import { openMedia } from './media.ts';
import type { Help, Helped } from './render-helpers.ts';
import { renderPage } from './render-page.ts';
import { openRenderer } from './renderer.ts';

const { rows, mediaDir, rendererDir }: Help = workerData;
const media = await openMedia({
  dir: mediaDir,
  // Every picture was prepared before.
  download: () => Promise.reject(new Error('a rendering thread downloads nothing')),
  warn: () => {},
});
const site = { catalog: snapshotOf(rows), media };
const renderer = await openRenderer(rendererDir);

parentPort?.on('message', async (routes: string[]) => {
  const helped: Helped = { pages: [], failures: [] };
  for (const route of routes) {
    const page = await renderPage(renderer, site, route);
    if (page instanceof Error) helped.failures.push(page.message);
    else helped.pages.push({ file: page.file, body: new Uint8Array(page.body) });
  }
  answer(helped);
});
answer({ pages: [], failures: [] });

/** The bytes change hands; nothing is copied. */
function answer(helped: Helped): void {
  const buffers = helped.pages.map(({ body }) => body.buffer as ArrayBuffer);
  parentPort?.postMessage(helped, buffers);
}
