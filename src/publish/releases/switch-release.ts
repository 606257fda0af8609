import { rm } from 'node:fs/promises';
import { JOURNAL_MS, type Journal } from '../changes/journal.ts';
import type { Publisher } from '../changes/publisher.ts';
import type { PageRenderer } from '../rendering/renderer.ts';
import { checkPageFloor, newReleaseId, type Release, type Releases } from './releases.ts';
import { carryOver } from './stale-assets.ts';

export interface ReleaseOptions {
  releases: Releases;
  journal: Journal;
  /** Makes a whole site in `siteDir`, from a bundle (the present one, if none is named). */
  build: (siteDir: string, bundleId?: string) => Promise<{ bundleId: string; pages: number }>;
  openRenderer: (bundleId: string) => Promise<PageRenderer>;
  /** Changes with all that a page is made from, the rows aside: bundle, settings, database. */
  fingerprint: (bundleId: string) => string;
  /** Changes with the address, the API and the database: pages of another site are never shown. */
  site: string;
  keep: number;
}

/** A build of everything as a new release that nobody is served yet. `livePages` is what it may not fall far below. */
export async function buildRelease(options: ReleaseOptions, livePages: number): Promise<Release> {
  const { releases } = options;
  const id = newReleaseId();
  const createdAt = new Date().toISOString();
  const siteDir = await releases.draft(id);
  try {
    const { bundleId, pages } = await options.build(siteDir);
    checkPageFloor(pages, livePages);
    return await releases.finish({
      id,
      bundleId,
      fingerprint: options.fingerprint(bundleId),
      site: options.site,
      pages,
      createdAt,
    });
  } catch (error) {
    await releases.discard(id);
    throw error;
  }
}

/**
 * Goes back to an earlier release: to its scripts and templates, over the directory as it is now. What it missed is
 * rendered into it; one that has lost its pages, was made for other settings, or missed more than the journal tells, is
 * rendered as a whole.
 */
export async function rollBack(
  options: ReleaseOptions,
  publisher: Publisher,
  target: Release,
  onActivated: (release: Release) => void,
): Promise<void> {
  const { releases } = options;
  const fingerprint = options.fingerprint(target.bundleId);
  const fresh = await releases.freshUntil(target);
  const now = Date.now();
  if (fresh > now - JOURNAL_MS && target.fingerprint === fingerprint) {
    const renderer = await options.openRenderer(target.bundleId);
    await publisher.renewListings({ release: target, renderer });
    return switchRelease(options, publisher, target, fresh, onActivated);
  }
  await rm(target.siteDir, { recursive: true, force: true });
  const { pages } = await options.build(target.siteDir, target.bundleId);
  checkPageFloor(pages, publisher.current.release.pages);
  const { dir: _, siteDir: __, ...info } = target;
  const next = await releases.finish({ ...info, fingerprint, site: options.site, pages });
  await switchRelease(options, publisher, next, now, onActivated);
}

/**
 * Makes another release the served one: what was published since `since` is rendered into it first, so that it is
 * as fresh as the one it replaces at the moment of the switch.
 */
export async function switchRelease(
  options: ReleaseOptions,
  publisher: Publisher,
  next: Release,
  since: number,
  onActivated: (release: Release) => void,
): Promise<void> {
  const renderer = await options.openRenderer(next.bundleId);
  await publisher.exclusive(async () => {
    const previous = publisher.current.release;
    const missed = await options.journal.routesSince(since);
    const failed = await publisher.publish(missed, { release: next, renderer });
    if (failed[0]) throw failed[0];
    await carryOver(previous, next, Date.now());
    await options.releases.noteRetired(previous.id);
    await options.releases.activate(next.id);
    publisher.switchTo({ release: next, renderer });
    onActivated(next);
  });
  await options.releases.prune(options.keep);
  await options.journal.forget(await options.releases.neededSince());
}
