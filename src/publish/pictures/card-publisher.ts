import { createHash } from 'node:crypto';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { isFileOf, type ListName } from '#features/directory/search/card-file.ts';
import { listFiles, writeAtomic } from '#node/files.ts';
import { cardFiles } from '#site/card-files.ts';
import type { Site } from '#site/scope.ts';
import { FollowingWork } from '../changes/following-work.ts';
import type { ListingsOptions } from '../changes/publisher-options.ts';
import { replaceFile } from '../releases/live-release.ts';
import type { Release } from '../releases/releases.ts';

/** Others have their turn after so long. */
const SLICE_MS = 8;
const FOLDER = 'search';

/** Keeps the files that a list is searched, sorted and drawn from true to the directory. */
export class CardPublisher {
  readonly #list: ListName;
  readonly #options: ListingsOptions;
  readonly #following: FollowingWork;
  /** What each file of the release says, as far as it is known. */
  #written = new Map<string, string>();
  #release = '';

  constructor(list: ListName, options: ListingsOptions) {
    this.#list = list;
    this.#options = options;
    this.#following = new FollowingWork({
      quietMs: 100,
      latestMs: 500,
      work: () => this.#publish(),
      waits: `The cards of ${list} stay as they were for now`,
      back: `The cards of ${list} are up to date again.`,
      log: options.log,
    });
  }

  /** Something changed that cards show; with `purge`, nobody may see the old ones any more. */
  invalidate({ purge = false } = {}): void {
    this.#following.follow({ atOnce: purge });
  }

  /** Publishes them now. */
  publish(): Promise<void> {
    return this.#following.run();
  }

  /** Makes them for a release that is not served yet. */
  renew(release: Release): Promise<void> {
    return this.#following.inTurn(() => writeCardFiles(this.#list, this.#options, release.siteDir));
  }

  stop(): Promise<void> {
    return this.#following.stop();
  }

  async #publish(): Promise<void> {
    const { exclusive, live, onChanged } = this.#options;
    const { release } = live();
    const files = await inSlices(cardFiles(this.#list, this.#options));
    await exclusive(async () => {
      // Another release came between, and hears that its lists are stale.
      if (live().release.id !== release.id) return;
      if (this.#release !== release.id) this.#written.clear();
      this.#release = release.id;
      const changed = await replaceFiles(this.#list, release.siteDir, files, this.#written);
      if (changed.length > 0) onChanged(changed);
    });
  }
}

/** Writes them into a directory that nobody reads yet. */
export async function writeCardFiles(list: ListName, site: Site, siteDir: string): Promise<void> {
  const files = await inSlices(cardFiles(list, site));
  await replaceFiles(list, siteDir, files, new Map());
}

/** Gives the files that were written or removed. */
async function replaceFiles(
  list: ListName,
  siteDir: string,
  files: ReadonlyMap<string, string>,
  written: Map<string, string>,
): Promise<string[]> {
  const changed: string[] = [];
  // In their order: the last one says what there is.
  for (const [file, text] of files) {
    const digest = createHash('sha256').update(text).digest('base64');
    if (written.get(file) === digest) continue;
    await writeAtomic(path.join(siteDir, file), text);
    written.set(file, digest);
    changed.push(file);
  }
  for (const name of await listFiles(path.join(siteDir, FOLDER))) {
    const file = `${FOLDER}/${name}`;
    if (files.has(file) || !isFileOf(list, file)) continue;
    await replaceFile(path.join(siteDir, file), null);
    written.delete(file);
    changed.push(file);
  }
  return changed;
}

/** Runs it to its end, and lets others have their turn meanwhile. */
async function inSlices<T>(work: Generator<void, T>): Promise<T> {
  let since = performance.now();
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    if (performance.now() - since < SLICE_MS) continue;
    await turn();
    since = performance.now();
  }
}
