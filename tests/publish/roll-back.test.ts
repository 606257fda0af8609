import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Journal } from '#publish/changes/journal.ts';
import { newReleaseId, type Release, Releases } from '#publish/releases/releases.ts';
import { type ReleaseOptions, rollBack } from '#publish/releases/switch-release.ts';
import { type Harness, harness } from './harness.ts';

let site: Harness;
let releases: Releases;
let options: ReleaseOptions;
/** The bundles of which a whole site was made. */
let built: string[];

beforeEach(async () => {
  site = await harness();
  built = [];
  releases = new Releases(site.release.dir);
  // The one that is served, which stays behind.
  await mkdir(path.join(releases.dir, site.release.id), { recursive: true });
  options = {
    releases,
    journal: new Journal(site.release.dir),
    keep: 5,
    openRenderer: async () => site.renderer,
    fingerprint: (bundleId) => `${bundleId} of today`,
    site: 'this one',
    build: async (siteDir, bundleId = 'present') => {
      built.push(bundleId);
      await page(siteDir, 'anew');
      return { bundleId, pages: 1 };
    },
  };
});
afterEach(() => site.close());

async function page(siteDir: string, text: string): Promise<void> {
  await mkdir(siteDir, { recursive: true });
  await writeFile(path.join(siteDir, 'index.html'), text);
}

async function earlier(fingerprint: string): Promise<Release> {
  const id = newReleaseId();
  await page(await releases.draft(id), 'as it was');
  const createdAt = new Date().toISOString();
  const made = { id, bundleId: 'earlier', fingerprint, site: 'this one', pages: 1, createdAt };
  return releases.finish(made);
}

it('goes back to the pages of an earlier release', async () => {
  const target = await earlier('earlier of today');
  await rollBack(options, site.publisher, target, () => {});
  expect(built).toEqual([]);
  expect((await releases.current())?.id).toBe(target.id);
});

it('renders an earlier release as a whole where origin, key or database were others', async () => {
  const target = await earlier('earlier of another port');
  const served: Release[] = [];
  await rollBack(options, site.publisher, target, (release) => served.push(release));
  expect(built).toEqual(['earlier']);
  expect(served.map(({ id }) => id)).toEqual([target.id]);
  expect((await releases.current())?.fingerprint).toBe('earlier of today');
});
