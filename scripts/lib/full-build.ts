import { availableParallelism } from 'node:os';
import { buildClient } from '#data/build-client.ts';
import { artistCard } from '#domain/artist-card.ts';
import { buildSite } from '#publish/build-site.ts';
import { openBundle } from '#publish/bundle.ts';
import { inParallel } from '#publish/concurrency.ts';
import { allImages, allPreviews } from '#publish/images.ts';
import { openMedia, storageDownload } from '#publish/media.ts';
import { openRenderer } from '#publish/renderer.ts';
import { searchRecord } from '#site/search-records.ts';
import { readRows, snapshotOf } from '#site/snapshot.ts';
import { bundleSettings, mediaDir, type Source } from './project.ts';

export interface FullBuild {
  bundleId: string;
  pages: number;
  routes: string[];
  /** `bundle` is what was left of it after the pictures. */
  ms: { read: number; media: number; bundle: number; render: number; search: number };
}

/**
 * Reads the directory in bulk and renders all of it into a directory that must not exist yet. Preview images are
 * drawn only where no publisher will do it later.
 */
export async function fullBuild(
  source: Source,
  outDir: string,
  log: (line: string) => void,
  { previews = false } = {},
): Promise<FullBuild> {
  const started = performance.now();
  // Bundling keeps one core busy, preparing pictures the other.
  const bundling = openBundle(bundleSettings(source), log);
  bundling.catch(() => {});
  const rows = await readRows(
    buildClient(source.backendUrl, source.publishableKey, source.publicBackendUrl !== ''),
  );
  const catalog = snapshotOf(rows);
  const read = performance.now();
  const media = await openMedia({
    dir: mediaDir(source.dataDir),
    download: storageDownload(source.origin, source.backendUrl),
    warn: (line) => log(`Warning: ${line}`),
  });
  await media.ensure(await allImages(catalog), throttled(log, 'Preparing pictures'));
  if (previews) {
    const pages = await allPreviews(catalog, (url) => media.picture(url) !== null);
    await inParallel(pages, availableParallelism(), async ({ preview }) => {
      await media.draw(preview);
    });
  }
  const prepared = performance.now();
  const bundle = await bundling;
  const bundled = performance.now();

  const records = (await catalog.allArtists()).map((artist) =>
    searchRecord(artist, artistCard(artist, media.picture)),
  );
  const built = await buildSite({
    site: { catalog, media },
    records,
    renderer: await openRenderer(bundle.rendererDir),
    clientDir: bundle.clientDir,
    outDir,
    progress: log,
    help: { rows, mediaDir: mediaDir(source.dataDir), rendererDir: bundle.rendererDir },
  });
  return {
    bundleId: bundle.id,
    pages: built.pages.length,
    routes: built.pages,
    ms: {
      read: Math.round(read - started),
      media: Math.round(prepared - read),
      bundle: Math.round(bundled - prepared),
      render: Math.round(built.ms.render),
      search: Math.round(built.ms.search),
    },
  };
}

function throttled(log: (line: string) => void, what: string) {
  let last = 0;
  return (done: number, total: number) => {
    if (Date.now() - last < 2000) return;
    last = Date.now();
    log(`${what}… ${done} of ${total}`);
  };
}
