import { availableParallelism } from 'node:os';
import { LANGUAGES, pathIn } from '#config/language-paths.ts';
import { paths } from '#config/paths.ts';
import { buildClient } from '#data/process/build-client.ts';
import { inParallel } from '#node/concurrency.ts';
import { ROOT } from '#node/root.ts';
import { PICTURES_DIR } from '#seed/pictures.ts';
import { Directory } from '#site/directory/directory.ts';
import { readDirectoryRows } from '#site/directory/directory-rows.ts';
import { shownMedia } from '../changes/withdrawals.ts';
import { allImages, allPreviews } from '../pictures/images.ts';
import { openMedia } from '../pictures/media.ts';
import { storageDownload } from '../pictures/storage-download.ts';
import { pictureFileNames } from '../pictures/variants.ts';
import { buildSite, everyFewSeconds } from '../rendering/build-site.ts';
import { type Bundle, bundleAt, isBundled, openBundle } from '../rendering/bundle.ts';
import { openRenderer } from '../rendering/renderer.ts';
import type { Moved } from '../rendering/static-host.ts';
import { mediaDir, renderSettings, type Source } from './source.ts';

export interface FullBuild {
  bundleId: string;
  pages: number;
  routes: string[];
  /** Those of its pages that only lead on. */
  moved: Moved[];
  /** The files in the media directory that its pages show. */
  media: string[];
  /** `bundle` is what was left of it after the pictures. */
  ms: { read: number; media: number; bundle: number; render: number; search: number };
}

interface Options {
  /** Draws preview images too; only where no publisher will do it later. */
  previews?: boolean;
  /** An earlier bundle that is kept, instead of the one of the present source. */
  bundleId?: string | undefined;
}

/** Reads the directory in bulk and renders all of it into a directory that must not exist yet. */
export async function fullBuild(
  source: Source,
  outDir: string,
  log: (line: string) => void,
  { previews = false, bundleId }: Options = {},
): Promise<FullBuild> {
  const started = performance.now();
  // Bundling keeps one core busy, preparing pictures the other.
  const bundling = bundleId ? keptBundle(bundleId) : openBundle(ROOT, log);
  bundling.catch(() => {});
  const rows = await readDirectoryRows(
    buildClient(source.backendUrl, source.publishableKey, source.publicBackendUrl !== ''),
  );
  const directory = new Directory(rows);
  const read = performance.now();
  const media = await openMedia({
    dir: mediaDir(source.dataDir),
    download: storageDownload(source.origin, source.backendUrl, source.secretKey),
    warn: (line) => log(`Warning: ${line}`),
    kept: PICTURES_DIR,
  });
  await media.ensure(allImages(directory), everyFewSeconds(log, 'Preparing pictures'));
  if (previews) {
    const usable = (url: string) => media.picture(url) !== null;
    await inParallel(
      allPreviews(directory, usable),
      availableParallelism(),
      async ({ preview }) => {
        await media.draw(preview);
      },
    );
  }
  const prepared = performance.now();
  const bundle = await bundling;
  const bundled = performance.now();

  const settings = renderSettings(source);
  const { rendererDir } = bundle;
  const built = await buildSite({
    site: { directory, media },
    renderer: await openRenderer(rendererDir, settings),
    clientDir: bundle.clientDir,
    outDir,
    progress: log,
    workers: { rows, mediaDir: mediaDir(source.dataDir), rendererDir, settings },
  });
  const shown = shownMedia(directory, media);
  const variants = [...shown.urls].flatMap((url) => {
    const picture = media.picture(url);
    return picture ? pictureFileNames(picture) : [];
  });
  return {
    bundleId: bundle.id,
    pages: built.pages.length,
    routes: built.pages,
    moved: movedPages(directory).flatMap(([from, to]) =>
      LANGUAGES.map((language) => [pathIn(language, from), pathIn(language, to)] as const),
    ),
    media: [...variants, ...shown.previews],
    ms: {
      read: Math.round(read - started),
      media: Math.round(prepared - read),
      bundle: Math.round(bundled - prepared),
      render: Math.round(built.ms.render),
      search: Math.round(built.ms.search),
    },
  };
}

function movedPages(directory: Directory): Moved[] {
  return [
    ...directory
      .movedMuralSlugs()
      .map((slug) => [paths.mural(slug), paths.mural(directory.movedMural(slug) ?? '')] as const),
    ...directory
      .movedCitySlugs()
      .map((slug) => [paths.city(slug), paths.city(directory.movedCity(slug) ?? '')] as const),
    ...directory.movedCitySlugs().flatMap((slug) => {
      const to = directory.movedPermits(slug);
      return to ? [[paths.permits(slug), paths.permits(to)] as const] : [];
    }),
  ];
}

async function keptBundle(id: string): Promise<Bundle> {
  const bundle = bundleAt(ROOT, id);
  if (await isBundled(bundle)) return bundle;
  throw new Error(
    `The bundle ${id} is not kept any more; build anew with: npm run rebuild -- --all`,
  );
}
