import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ifExists, listFiles } from '#publish/files.ts';
import { type Asset, loadAsset } from './asset.ts';
import { byteLru } from './byte-lru.ts';

/** Rest after each file that nobody asked for yet, as a multiple of the time it took: visitors go first. */
const REST = 3;

/** Nobody asks yet for what is loaded ahead: this share of the memory is left to what somebody does ask for. */
const SPARED = 0.05;

/** What a URL stands for on disk. A page that is written anew gets a new one, so that nothing old is taken for it. */
interface Slot {
  file: string;
  loading: Promise<Asset> | null;
}

export interface SiteFiles {
  /** The asset at a decoded path without a trailing slash, or null. */
  get(pathname: string): Asset | Promise<Asset> | null;
  /** The same, but only if it is in memory. */
  held(pathname: string): Asset | null;
  /** Looks again at pages that were written or removed; gives an answer once the new ones are in memory. */
  refresh(files: readonly string[]): Promise<void>;
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
    const loading = loadAsset(pathname, slot.file);
    slot.loading = loading;
    loading.then(
      (asset) => {
        // Another slot has taken the place of this one.
        if (slot.loading !== loading) return;
        slot.loading = null;
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
      for (const file of files) {
        const pathname = urlOf(file);
        const old = slots.get(pathname);
        const fresh = slotOf(file);
        // A page's old bytes are served until the new ones are ready; a file that is gone is gone at once. Lists and
        // the search index are large and many: they wait until somebody asks, and no page waits for them.
        let there: boolean;
        try {
          there = file.endsWith('.html')
            ? (await ifExists(load(pathname, fresh))) !== null
            : existsSync(fresh.file);
        } catch {
          continue; // What cannot be read for now is not gone.
        }
        if (there) slots.set(pathname, fresh);
        else slots.delete(pathname);
        if (old) release(old);
      }
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
