import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { listFiles } from '#node/files.ts';
import { pathOf } from '#site/served.ts';
import { type Asset, compressAsset, loadAsset, plainAsset } from './asset.ts';
import { type ByteLru, byteLru } from './byte-lru.ts';

/** Rest after each file that nobody asked for yet, as a multiple of the time it took: visitors go first. */
const REST_FACTOR = 3;

/** Nobody asks yet for what is loaded ahead: this share of the memory is left to what a visitor does ask for. */
const RESERVED_SHARE = 0.05;

/** Pages, and the files that lists are searched in: a visitor waits for them. */
const LOADED_AHEAD = /(\.html|^search\/(artists|murals)\.json)$/;

/** What a URL stands for on disk. A page that is written anew gets a new one, so that nothing old is taken for it. */
interface Slot {
  file: string;
  loading: Promise<Asset> | null;
  /** What was put here and may not be on disk yet. */
  put?: Asset;
}

/**
 * All files of one release, by URL. Bytes are read and compressed on first use or by `warm`; those that were used last
 * stay, within the budget.
 */
export async function openSiteFiles(dir: string, budgetBytes: number): Promise<SiteFiles> {
  const files = await listFiles(dir);
  if (files.length === 0) throw new Error(`There are no files in ${dir}.`);
  return new SiteFiles(dir, files, budgetBytes);
}

export class SiteFiles {
  readonly #dir: string;
  readonly #budgetBytes: number;
  readonly #slots: Map<string, Slot>;
  readonly #assets: ByteLru<Slot, Asset>;

  constructor(dir: string, files: readonly string[], budgetBytes: number) {
    this.#dir = dir;
    this.#budgetBytes = budgetBytes;
    this.#slots = new Map(files.map((file) => [pathOf(file), this.#slotOf(file)]));
    this.#assets = byteLru(budgetBytes);
  }

  /** The asset at a decoded path without a trailing slash, or null. */
  get(pathname: string): Asset | Promise<Asset> | null {
    const slot = this.#slots.get(pathname);
    return slot ? (this.#assets.get(slot) ?? this.#load(pathname, slot)) : null;
  }

  /** The same, but only if it is in memory. */
  held(pathname: string): Asset | null {
    const slot = this.#slots.get(pathname);
    return (slot && this.#assets.get(slot)) ?? null;
  }

  /**
   * Looks again at files that were written or removed. A page in memory is served until its new bytes are there too;
   * resolves when all are.
   */
  async refresh(files: readonly string[]): Promise<void> {
    await Promise.all(files.map((file) => this.#refreshOne(file)));
  }

  /** Serves a page that was rendered this moment and is on its way to the disk; it is compressed right behind. */
  put(file: string, body: Buffer): void {
    const pathname = pathOf(file);
    const plain = plainAsset(pathname, file, body);
    const fresh: Slot = { ...this.#slotOf(file), put: plain };
    this.#replace(pathname, fresh);
    this.#assets.set(fresh, plain, plain.bytes);
    this.#load(pathname, fresh).catch(() => {});
  }

  /** Loads what nobody has asked for yet, while memory lasts. Stops when the signal fires. */
  async warm(signal: AbortSignal): Promise<void> {
    for (const [pathname, slot] of this.#slots) {
      if (signal.aborted || this.#assets.room() < this.#budgetBytes * RESERVED_SHARE) return;
      if (this.#assets.has(slot)) continue;
      const started = performance.now();
      await this.#load(pathname, slot).catch(() => null);
      await pause((performance.now() - started) * REST_FACTOR, null, { ref: false });
    }
  }

  async #refreshOne(file: string): Promise<void> {
    const pathname = pathOf(file);
    const old = this.#slots.get(pathname);
    const fresh = this.#slotOf(file);
    if (!existsSync(fresh.file)) {
      this.#slots.delete(pathname);
      if (old) this.#release(old);
      return;
    }
    // Lists and the search index are large and many: they wait until a visitor asks, and no page waits for them.
    if (!old || !this.#assets.has(old) || !LOADED_AHEAD.test(file))
      return this.#replace(pathname, fresh);
    // What cannot be read for now is not gone.
    if (!(await this.#load(pathname, fresh).catch(() => null))) return;
    // Another one may have come while this was loading.
    if (this.#slots.get(pathname) === old) this.#replace(pathname, fresh);
    else this.#release(fresh);
  }

  #slotOf(file: string): Slot {
    return { file: path.join(this.#dir, file), loading: null };
  }

  #load(pathname: string, slot: Slot): Promise<Asset> {
    if (slot.loading) return slot.loading;
    const loading = slot.put ? compressAsset(slot.put) : loadAsset(pathname, slot.file);
    slot.loading = loading;
    loading.then(
      (asset) => {
        // Another slot has taken the place of this one.
        if (slot.loading !== loading) return;
        slot.loading = null;
        delete slot.put;
        this.#assets.set(slot, asset, asset.bytes);
      },
      () => {
        slot.loading = null;
      },
    );
    return loading;
  }

  #replace(pathname: string, fresh: Slot): void {
    const old = this.#slots.get(pathname);
    this.#slots.set(pathname, fresh);
    if (old) this.#release(old);
  }

  #release(slot: Slot): void {
    this.#assets.delete(slot);
    slot.loading = null;
  }
}
