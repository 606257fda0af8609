import { lstat, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { Journal } from '#publish/changes/journal.ts';
import {
  checkPageFloor,
  newReleaseId,
  type Release,
  Releases,
} from '#publish/releases/releases.ts';
import { carryOver, GRACE_MS } from '#publish/releases/stale-assets.ts';
import { indexParts, moveSearchIndex } from '#publish/rendering/search-files.ts';
import { folderOfTest } from '#tests/support/folder.ts';

let dataDir: string;
let releases: Releases;
beforeEach(async () => {
  dataDir = await folderOfTest('muro-releases-');
  releases = new Releases(dataDir);
});

let count = 0;
async function release(files: Record<string, string> = { 'index.html': 'x' }): Promise<Release> {
  const id = newReleaseId(new Date(1.7e12 + count++ * 1000));
  const siteDir = await releases.draft(id);
  for (const [name, body] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(siteDir, name)), { recursive: true });
    await writeFile(path.join(siteDir, name), body);
  }
  const createdAt = new Date().toISOString();
  return releases.finish({ id, bundleId: 'b', fingerprint: 'f', site: 's', pages: 1, createdAt });
}

describe('releases', () => {
  it('are served from the moment of one rename, and listed newest first', async () => {
    expect(await releases.current()).toBeNull();
    const [first, second] = [await release(), await release()];
    await releases.activate(first.id);
    expect((await releases.current())?.id).toBe(first.id);
    await releases.activate(second.id);
    expect((await releases.current())?.id).toBe(second.id);
    expect((await releases.list()).map(({ id }) => id)).toEqual([second.id, first.id]);
  });

  it('lose their pages where an artist is erased, but for the served one and the next', async () => {
    const [before, served, next] = [await release(), await release(), await release()];
    await releases.activate(served.id);
    await releases.strip(served.id, ({ id }) => id === next.id);
    expect(await readdir(before.dir)).not.toContain('site');
    for (const { siteDir } of [served, next])
      expect(await readdir(siteDir)).toEqual(['index.html']);
    expect(await readdir(next.dir)).not.toContain('retired');
  });

  it('that were interrupted are none, and are cleared away', async () => {
    const done = await release();
    await releases.activate(done.id);
    const half = newReleaseId();
    await mkdir(path.join(await releases.draft(half), 'artist'), { recursive: true });
    expect((await releases.list()).map(({ id }) => id)).toEqual([done.id]);
    await releases.prune(5);
    expect(await readdir(releases.dir)).not.toContain(half);
  });

  it('are not taken for none while they cannot be read', async () => {
    const { id, dir } = await release();
    await releases.activate(id);
    const file = path.join(dir, 'release.json');
    await rm(file);
    await symlink(file, file);
    await expect(releases.current()).rejects.toThrow(/ELOOP/);
    await expect(releases.prune(5)).rejects.toThrow(/ELOOP/);
    expect(await readdir(releases.dir)).toContain(id);
  });

  it('are kept to a number, and the served one always', async () => {
    const all = [];
    for (let i = 0; i < 6; i++) all.push(await release());
    await releases.activate(all[0]?.id ?? '');
    await releases.prune(2);
    expect((await releases.list()).map(({ id }) => id)).toEqual(
      [all[5], all[4], all[0]].map((kept) => kept?.id),
    );
  });

  it('with under 70 % of the live pages are refused with a sentence', () => {
    expect(() => checkPageFloor(69, 100)).toThrow(/69 pages, the live one 100.*--force/s);
    expect(() => checkPageFloor(70, 100)).not.toThrow();
    expect(() => checkPageFloor(0, 0)).not.toThrow();
  });
});

describe('scripts and index files of earlier releases', () => {
  const names = async ({ siteDir }: Release, folder: string) =>
    (await readdir(path.join(siteDir, folder))).sort();

  it('stay for a day after a new release, through any number of releases', async () => {
    const now = Date.now();
    const first = await release({ '_astro/a.1.js': '1', '_astro/b.js': 'b' });
    const second = await release({ '_astro/a.2.js': '2', '_astro/b.js': 'b' });
    await carryOver(first, second, now);
    expect(await names(second, '_astro')).toEqual(['a.1.js', 'a.2.js', 'b.js']);
    const third = await release({ '_astro/a.3.js': '3' });
    await carryOver(second, third, now + GRACE_MS - 1000);
    expect(await names(third, '_astro')).toEqual(['a.1.js', 'a.2.js', 'a.3.js', 'b.js']);
    const fourth = await release({ '_astro/a.4.js': '4' });
    await carryOver(third, fourth, now + GRACE_MS + 1000);
    expect(await names(fourth, '_astro')).toEqual(['a.2.js', 'a.3.js', 'a.4.js', 'b.js']);
  });

  it('stay for a day after a new search index', async () => {
    const live = await release();
    const now = Date.now();
    const draft = path.join(dataDir, 'draft');
    const switchTo = async (name: string, at: number) => {
      await mkdir(path.join(draft, name), { recursive: true });
      await writeFile(path.join(draft, name, 'x.pf_index'), name);
      await writeFile(path.join(draft, 'parts.json'), JSON.stringify([name]));
      return (await moveSearchIndex(live, draft, 'pagefind')).switch(at);
    };
    await switchTo('1', now);
    expect(await switchTo('2', now)).toEqual(['pagefind/2/x.pf_index', 'pagefind/parts.json']);
    expect(await names(live, 'pagefind/1')).toEqual(['x.pf_index']);
    const gone = await switchTo('2', now + GRACE_MS + 1);
    expect(gone).toContain('pagefind/1/x.pf_index');
    expect(await names(live, 'pagefind/1')).toEqual([]);
    expect(await names(live, 'pagefind/2')).toEqual(['x.pf_index']);
    expect(await indexParts(live, 'pagefind')).toEqual(['2']);
  });
});

describe('the journal', () => {
  it('tells what a release has missed, and survives a line that a crash cut off', async () => {
    await mkdir(releases.dir, { recursive: true });
    const journal = new Journal(dataDir);
    await journal.record(['/artist/early'], 1_000_000);
    await journal.record(['/artist/late', '/'], 2_000_000);
    await writeFile(path.join(releases.dir, 'journal.jsonl'), '{"at":3', { flag: 'a' });
    expect([...(await journal.routesSince(1_500_000))]).toEqual(['/artist/late', '/']);
    await journal.forget(1_000_000 + 24 * 3600_000);
    expect((await journal.routesSince(0)).size).toBe(0);
  });

  it('is left alone while it cannot be read', async () => {
    await mkdir(releases.dir, { recursive: true });
    const file = path.join(releases.dir, 'journal.jsonl');
    await symlink(file, file);
    const journal = new Journal(dataDir);
    await expect(journal.routesSince(0)).rejects.toThrow(/ELOOP/);
    await expect(journal.forget(0)).rejects.toThrow(/ELOOP/);
    expect((await lstat(file)).isSymbolicLink()).toBe(true);
  });
});
