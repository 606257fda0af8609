import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { listFiles } from '#publish/files.ts';
import { type Asset, compressAsset, loadAsset, plainAsset } from './asset.ts';
import { byteLru } from './byte-lru.ts';

/** Rest after each file that nobody asked for yet, as a multiple of the time it took: visitors go first. */
const REST = 3;

/** Nobody asks yet for what is loaded ahead: this share of the memory is left to what somebody does ask for. */
const SPARED = 0.05;

/** Pages, and the file that every list of artists is searched in: somebody waits for them. */
const AHEAD = /(\.html|^search\/artists\.json)$/;

/** What a URL stands for on disk. A page that is written anew gets a new one, so that nothing old is taken for it. */
interface Slot {
  file: string;
  loading: Promise<Asset> | null;
  /** What was put here and may not be on disk yet. */
  put?: Asset;
}

export interface SiteFiles {
  /** The asset at a decoded path without a trailing slash, or null. */
  get(pathname: string): Asset | Promise<Asset> | null;
  /** The same, but only if it is in memory. */
  held(pathname: string): Asset | null;
  /**
   * Looks again at files that were written or removed. A page in memory is served until its new bytes are there too;
   * resolves when all are.
   */
  refresh(files: readonly string[]): Promise<void>;
  /** Serves a page that was rendered this moment and is on its way to the disk; it is compressed right behind. */
  put(file: string, body: Buffer): void;
  /** Loads what nobody has asked for yet, while memory lasts. Stops when the signal fires. */
  warm(signal: AbortSignal): Promise<void>;
}

/**
 * All files of one release, by URL. Bytes are read and compressed on first use or by `warm`; those that were used last
 * stay, within the budget.
 */
export async function openSiteFiles(dir: string, budgetBytes: number): Promise<SiteFiles> {
  const slots = new Map<string, Slot>();
  const assets = byteLru<Slot, Asset>(budgetBytes);
  const slotOf = (file: string): Slot => ({ file: path.join(dir, file), loading: null });
  for (const file of await listFiles(dir)) {
    slots.set(urlOf(file), slotOf(file));
  }
  if (slots.size === 0) throw new Error(`There are no files in ${dir}.`);

  const load = (pathname: string, slot: Slot): Promise<Asset> => {
    if (slot.loading) return slot.loading;
    const loading = slot.put ? compressAsset(slot.put) : loadAsset(pathname, slot.file);
    slot.loading = loading;
    loading.then(
      (asset) => {
        // Another slot has taken the place of this one.
        if (slot.loading !== loading) return;
        slot.loading = null;
        delete slot.put;
        assets.set(slot, asset, asset.bytes);
      },
      () => {
        slot.loading = null;
      },
    );
    return loading;
  };
  const release = (slot: Slot) => {
    assets.delete(slot);
    slot.loading = null;
  };

  const replace = (pathname: string, fresh: Slot) => {
    const old = slots.get(pathname);
    slots.set(pathname, fresh);
    if (old) release(old);
  };

  return {
    get: (pathname) => {
      const slot = slots.get(pathname);
      return slot ? (assets.get(slot) ?? load(pathname, slot)) : null;
    },
    held: (pathname) => {
      const slot = slots.get(pathname);
      return (slot && assets.get(slot)) ?? null;
    },
    refresh: async (files) => {
      const loads = files.map(async (file) => {
        const pathname = urlOf(file);
        const old = slots.get(pathname);
        const fresh = slotOf(file);
        if (!existsSync(fresh.file)) {
          slots.delete(pathname);
          if (old) release(old);
          return;
        }
        // Lists and the search index are large and many: they wait until somebody asks, and no page waits for them.
        if (!old || !assets.has(old) || !AHEAD.test(file)) return replace(pathname, fresh);
        // What cannot be read for now is not gone.
        if (!(await load(pathname, fresh).catch(() => null))) return;
        // Another one may have come while this was loading.
        if (slots.get(pathname) === old) replace(pathname, fresh);
        else release(fresh);
      });
      await Promise.all(loads);
    },
    put: (file, body) => {
      const pathname = urlOf(file);
      const plain = plainAsset(pathname, file, body);
      const fresh: Slot = { ...slotOf(file), put: plain };
      replace(pathname, fresh);
      assets.set(fresh, plain, plain.bytes);
      load(pathname, fresh).catch(() => {});
    },
    warm: async (signal) => {
      for (const [pathname, slot] of slots) {
        if (signal.aborted || assets.room() < budgetBytes * SPARED) return;
        if (assets.has(slot)) continue;
        const started = performance.now();
        await load(pathname, slot).catch(() => null);
        await pause((performance.now() - started) * REST, null, { ref: false });
      }
    },
  };
}

/** 'artist/x.html' is served as /artist/x, 'index.html' as /; other files keep their name. */
export function urlOf(file: string): string {
  const name = file.split(path.sep).join('/');
  if (name === 'index.html') return '/';
  return `/${name.replace(/\.html$/, '')}`;
}
