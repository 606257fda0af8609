import { ROOT } from '#node/root.ts';
import { JOURNAL_MS, Journal } from '../changes/journal.ts';
import { type Release, Releases } from '../releases/releases.ts';
import { carryOver } from '../releases/stale-assets.ts';
import { buildRelease, type ReleaseOptions } from '../releases/switch-release.ts';
import { bundleAt, bundleId, isBundled } from '../rendering/bundle.ts';
import { openRenderer } from '../rendering/renderer.ts';
import { runBuild } from './build-child.ts';
import { fingerprint, siteOf } from './last-release.ts';
import type { PublisherSource } from './messages.ts';
import { renderSettings } from './source.ts';

const KEPT_RELEASES = 5;

/** How the releases of a data directory are made, in a process beside this one. */
export function releaseOptions(
  source: PublisherSource,
  { background, log }: { background: boolean; log: (line: string) => void },
): ReleaseOptions {
  const settings = renderSettings(source);
  return {
    releases: new Releases(source.dataDir),
    journal: new Journal(source.dataDir),
    keep: KEPT_RELEASES,
    openRenderer: (id) => openRenderer(bundleAt(ROOT, id).rendererDir, settings),
    fingerprint: (id) => fingerprint({ id, settings, database: source.databaseUrl }),
    site: siteOf(source),
    build: (outDir, bundleId) => runBuild({ source, outDir, background, bundleId }, log),
  };
}

/** The release that is served; a new one where it was made from other source, settings or database. */
export async function firstRelease(options: ReleaseOptions): Promise<Release> {
  const { releases, journal } = options;
  let release = await releases.current();
  const bundle = bundleAt(ROOT, await bundleId(ROOT));
  if (release?.fingerprint !== options.fingerprint(bundle.id) || !(await isBundled(bundle))) {
    // From before the database is read, so that a change made meanwhile is not missed.
    const since = Date.now();
    const next = await buildRelease(options, 0);
    // Visitors have pages of the last one open.
    if (release) await carryOver(release, next, since);
    await releases.noteRetired(next.id, since);
    await releases.activate(next.id);
    release = next;
  }
  // Also what an interrupted build left.
  await releases.prune(KEPT_RELEASES);
  await journal.forget(Date.now() - JOURNAL_MS);
  return release;
}
