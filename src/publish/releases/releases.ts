import { randomBytes } from 'node:crypto';
import {
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { ifExists } from '#node/files.ts';

/** Written into each release when it is finished; a directory without one was interrupted. */
interface ReleaseRecord {
  id: string;
  bundleId: string;
  /** What the pages were made from: source, settings and database contents. */
  fingerprint: string;
  /** The site that the pages are of, whatever made them. */
  site: string;
  pages: number;
  createdAt: string;
}

export interface Release extends ReleaseRecord {
  dir: string;
  /** The directory that is served. */
  siteDir: string;
}

const INFO = 'release.json';
const CURRENT = 'current';

/** As the time when a release was last fresh: it has no pages. */
const STRIPPED = 0;

async function removeDrafts(dir: string): Promise<void> {
  const entries = (await ifExists(readdir(dir, { recursive: true }))) ?? [];
  for (const name of entries) {
    if (name.endsWith('.tmp')) await rm(path.join(dir, name), { force: true });
  }
}

/** Sorts by time. */
export function newReleaseId(now: Date = new Date()): string {
  const stamp = now.toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  return `${stamp}-${randomBytes(3).toString('hex')}`;
}

/** The releases of one data directory, and which of them is served. */
export class Releases {
  readonly dir: string;

  constructor(dataDir: string) {
    this.dir = path.join(dataDir, 'releases');
  }

  siteDir(id: string): string {
    return path.join(this.dir, id, 'site');
  }

  /** Where a build may write; nothing there is a release before `finish`. */
  async draft(id: string): Promise<string> {
    await mkdir(path.join(this.dir, id), { recursive: true });
    return this.siteDir(id);
  }

  async finish(info: ReleaseRecord): Promise<Release> {
    await writeFile(path.join(this.dir, info.id, INFO), `${JSON.stringify(info, null, 2)}\n`);
    return this.at(info);
  }

  /** Finished releases, newest first. */
  async list(): Promise<Release[]> {
    const names = (await ifExists(readdir(this.dir))) ?? [];
    const read = names.filter((name) => /^\d/.test(name)).map((name) => this.read(name));
    const found = (await Promise.all(read)).filter((release) => release !== null);
    return found.sort((a, b) => (a.id < b.id ? 1 : -1));
  }

  /** The release that is served, or null before the first. */
  async current(): Promise<Release | null> {
    const target = await ifExists(readlink(path.join(this.dir, CURRENT)));
    return target ? this.read(target) : null;
  }

  /** The release that a rollback from this one shows; null where there is none. */
  async before(id: string): Promise<Release | null> {
    return (await this.list()).find((release) => release.id < id) ?? null;
  }

  /** Removes what a failed build left. */
  async discard(id: string): Promise<void> {
    await rm(path.join(this.dir, id), { recursive: true, force: true });
  }

  /** Until now this release has received every change. */
  async noteRetired(id: string, now: number = Date.now()): Promise<void> {
    await writeFile(path.join(this.dir, id, 'retired'), String(now));
  }

  /**
   * Removes the pages of every release but the served one, and what an interrupted write left in that: an artist is to
   * be found nowhere any more. Going back to such a release renders its pages anew. One that is about to be served keeps
   * its pages: what it missed is rendered into it before.
   */
  async strip(
    servedId: string,
    isNext: (release: Release) => boolean = () => false,
  ): Promise<void> {
    for (const release of await this.list()) {
      if (release.id === servedId) await removeDrafts(release.siteDir);
      else if (!isNext(release)) {
        await this.noteRetired(release.id, STRIPPED);
        await rm(release.siteDir, { recursive: true, force: true });
      }
    }
  }

  /** From when on the journal is needed to bring the releases that are kept up to date. */
  async neededSince(): Promise<number> {
    const served = await this.current();
    const others = (await this.list()).filter(({ id }) => id !== served?.id);
    const times = await Promise.all(others.map((release) => this.freshUntil(release)));
    return Math.min(...times.filter((time) => time !== STRIPPED), Number.POSITIVE_INFINITY);
  }

  /** When a release last received every change; long ago for one without pages. */
  async freshUntil(release: Release): Promise<number> {
    const text = await ifExists(readFile(path.join(release.dir, 'retired'), 'utf8'));
    return text ? Number(text) : Date.parse(release.createdAt);
  }

  /** One rename decides which release is served, also for a server that starts after a crash. */
  async activate(id: string): Promise<void> {
    const next = path.join(this.dir, `${CURRENT}.${process.pid}.tmp`);
    await rm(next, { force: true });
    await symlink(id, next);
    await rename(next, path.join(this.dir, CURRENT));
  }

  /** Removes what is neither kept nor served, and what interrupted builds left. */
  async prune(keep: number): Promise<void> {
    const current = await this.current();
    const kept = new Set((await this.list()).slice(0, keep).map((release) => release.id));
    if (current) kept.add(current.id);
    for (const name of (await ifExists(readdir(this.dir))) ?? []) {
      if (name === CURRENT || kept.has(name)) continue;
      const entry = path.join(this.dir, name);
      if ((await lstat(entry)).isSymbolicLink() || /^\d/.test(name)) {
        await rm(entry, { recursive: true, force: true });
      }
    }
  }

  private async read(id: string): Promise<Release | null> {
    const text = await ifExists(readFile(path.join(this.dir, id, INFO), 'utf8'));
    try {
      return text ? this.at(JSON.parse(text)) : null;
    } catch {
      return null; // interrupted while this was written
    }
  }

  private at(info: ReleaseRecord): Release {
    return { ...info, dir: path.join(this.dir, info.id), siteDir: this.siteDir(info.id) };
  }
}

/** A build with far fewer pages than the live site is more likely an outage than a decision. */
const PAGE_FLOOR = 0.7;

/** Throws a sentence when a release would lose more than 30 % of the live pages. */
export function checkPageFloor(pages: number, livePages: number): void {
  if (pages >= livePages * PAGE_FLOOR) return;
  throw new Error(
    `The new release has ${pages} pages, the live one ${livePages}: more than 30 % would vanish, so it is refused. ` +
      'If that is right, publish it with: npm run rebuild -- --all --force',
  );
}
