import { createHash } from 'node:crypto';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { isFileOf, type ListName } from '#features/directory/search/card-file.ts';
import { backoff } from '#node/backoff.ts';
import { serialQueue } from '#node/concurrency.ts';
import { messageOf } from '#node/errors.ts';
import { listFiles, writeAtomic } from '#node/files.ts';
import { cardFiles } from '#site/card-files.ts';
import type { Site } from '#site/scope.ts';
import type { ListingsOptions } from '../changes/publisher-options.ts';
import { replaceFile } from '../releases/live-release.ts';
import type { Release } from '../releases/releases.ts';

/** Made when nothing has changed for a moment, and within half a second at the latest. */
const QUIET_MS = 100;
const LATEST_MS = 500;

/** Others have their turn after so long. */
const SLICE_MS = 8;
const FOLDER = 'search';

type CardPublisherOptions = Pick<
  ListingsOptions,
  'directory' | 'media' | 'exclusive' | 'live' | 'onChanged' | 'log'
>;

/** Keeps the files that a list is searched, sorted and drawn from true to the directory. */
export class CardPublisher {
  readonly #list: ListName;
  readonly #options: CardPublisherOptions;
  readonly #inTurn = serialQueue();
  #since: number | null = null;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #stopped = false;
  /** What each file of the release says, as far as it is known. */
  #written = new Map<string, string>();
  #release = '';

  constructor(list: ListName, options: CardPublisherOptions) {
    this.#list = list;
    this.#options = options;
  }

  /** Something changed that cards show; with `purge`, nobody may see the old ones any more. */
  invalidate({ purge = false } = {}): void {
    if (this.#stopped) return;
    const now = performance.now();
    this.#since ??= now;
    const wait = purge ? 0 : Math.max(0, Math.min(QUIET_MS, this.#since + LATEST_MS - now));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.publish(), wait);
  }

  /** Publishes them now. */
  publish(): Promise<void> {
    return this.#inTurn(() => this.#publish());
  }

  /** Makes them for a release that is not served yet. */
  renew(release: Release): Promise<void> {
    return this.#inTurn(async () => {
      await writeCardFiles(this.#list, this.#options, release.siteDir);
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#inTurn(async () => {}); // what was under way has ended
  }

  async #publish(): Promise<void> {
    if (this.#stopped) return;
    const { exclusive, live, onChanged, log } = this.#options;
    this.#since = null;
    clearTimeout(this.#timer);
    try {
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
      if (this.#failures > 0)
        log(`The cards of ${this.#list} are up to date again.`, { event: 'publish.back' });
      this.#failures = 0;
    } catch (error) {
      if (this.#stopped) return;
      const reason = messageOf(error);
      log(`The cards of ${this.#list} stay as they were for now: ${reason}`, {
        event: 'publish.waits',
        level: 'warn',
      });
      this.#timer = setTimeout(() => void this.publish(), backoff(++this.#failures));
    }
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
