import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Bucket } from '#node/bucket.ts';
import { inParallel } from '#node/concurrency.ts';
import { exists, linkFile, listFiles, writeAtomic } from '#node/files.ts';
import type { Release, Releases } from '../releases/releases.ts';
import { isSame, siteFileKeys } from './site-files.ts';
import {
  inStages,
  isLater,
  LIVE_KEY,
  mediaName,
  PICTURES_KEY,
  type Places,
  placeOf,
} from './site-keys.ts';

/** What was noted after an entry of the log; the entry itself is `known` while it is kept. */
export interface SiteNews {
  last: number | null;
  known: boolean;
  files: string[];
}

interface SiteMirrorOptions {
  bucket: Bucket;
  releases: Releases;
  mediaDir: string;
  readLog: (after: number | null) => Promise<SiteNews>;
  /** This release is to be served. */
  onActivate: (release: Release) => void;
  /** Files of it that are others now; as `media/…`, pictures that are gone. */
  onChanged: (files: string[]) => void;
}

/** Requests to the bucket at a time. */
const WIDTH = 16;
/** Files that are taken over in one go; of what nobody waits for, before it is looked for pages. */
const PART = 50;

/** The copy of a site that another server makes, on this server's disk: reads never wait for the bucket. */
export class SiteMirror {
  readonly #options: SiteMirrorOptions;
  #release: Release | null = null;
  /** The last entry of the log that is in the copy; undefined before the copy was compared. */
  #after: number | null | undefined;
  /** Noted, and not taken over yet. */
  readonly #later = new Set<string>();

  constructor(options: SiteMirrorOptions) {
    this.#options = options;
  }

  /**
   * Takes in what is new, pages before all that nobody waits for; true when some of that is left. Rejects when the
   * database or the bucket does not answer: then the copy stays as it is.
   */
  async catchUp(): Promise<boolean> {
    const { readLog } = this.#options;
    const after = this.#after ?? null;
    const { last, known, files } = await readLog(after);
    const unknown = this.#after === undefined || (last !== after && !known);
    const release = this.#release;
    if (unknown || files.includes(LIVE_KEY) || !release) {
      await this.#compare();
      this.#later.clear();
    } else {
      const places = this.#placesOf(release);
      for (const key of files.filter(isLater)) this.#later.add(key);
      const pages = files.filter((key) => !isLater(key));
      await this.#take(places, pages);
      if (pages.length === 0) await this.#takeLater(places);
    }
    this.#after = last;
    return this.#later.size > 0;
  }

  /** The release that it is a copy of; null before there is one. */
  get release(): string | null {
    return this.#release?.id ?? null;
  }

  async catchUpWhole(): Promise<void> {
    while (await this.catchUp());
  }

  async #takeLater(places: Places): Promise<void> {
    const keys = [...this.#later.keys().take(PART)];
    await this.#take(places, keys);
    for (const key of keys) this.#later.delete(key);
  }

  #placesOf({ siteDir }: Pick<Release, 'siteDir'>): Places {
    return { siteDir, mediaDir: this.#options.mediaDir };
  }

  /** Makes the copy the same as the bucket, whatever was noted. */
  async #compare(): Promise<void> {
    const { bucket, releases, onActivate } = this.#options;
    const live = await bucket.get(LIVE_KEY);
    // Nobody has published yet.
    if (!live) return;
    const record: Omit<Release, 'dir' | 'siteDir'> = JSON.parse(live.body.toString());
    const before = this.#release ?? (await releases.current());
    const isNew = before?.id !== record.id;
    const siteDir = isNew ? await releases.draft(record.id) : before.siteDir;
    if (isNew && before) await linkFiles(before.siteDir, siteDir);
    const places = this.#placesOf({ siteDir });
    const here = new Set(await siteFileKeys(places));
    // Whose pictures are whose stays true, wherever it was found.
    here.delete(PICTURES_KEY);
    const different: string[] = [];
    for await (const { key, etag } of bucket.list()) {
      here.delete(key);
      if (placeOf(key, places) && !(await isSame(key, etag, places))) different.push(key);
    }
    await this.#take(places, [...different, ...here], isNew ? null : before);
    const release = isNew ? await releases.finish(record) : before;
    if (isNew) await releases.activate(record.id);
    // A copy that is served may be one of an earlier start, of which nobody has heard.
    if (isNew || !this.#release) onActivate(release);
    this.#release = release;
    await releases.prune(1);
  }

  /** Takes files over as the bucket has them now, and lets their readers know. */
  async #take(places: Places, keys: readonly string[], served = this.#release): Promise<void> {
    const { bucket, onChanged } = this.#options;
    for (const part of inStages(keys).flatMap(inParts)) {
      const changed: string[] = [];
      await inParallel(part, WIDTH, async (key) => {
        const place = placeOf(key, places);
        if (!place) return;
        const body = (await bucket.get(key))?.body;
        if (body) await writeAtomic(place, body);
        else await rm(place, { force: true });
        // Pictures never change, and are the same for each release.
        if (mediaName(key) === null ? served : !body) changed.push(key);
      });
      if (changed.length > 0) onChanged(changed);
    }
  }
}

function inParts(keys: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(keys.length / PART) }, (_, n) =>
    keys.slice(n * PART, (n + 1) * PART),
  );
}

/** A copy that shares the bytes of its files until one of them is replaced. */
async function linkFiles(from: string, to: string): Promise<void> {
  for (const file of await listFiles(from)) {
    const target = path.join(to, file);
    if (!(await exists(target))) await linkFile(path.join(from, file), target);
  }
}
