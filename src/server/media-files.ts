import path from 'node:path';
import { exists, ifExists } from '#node/files.ts';
import { type Asset, loadAsset } from './asset.ts';
import { byteLru } from './byte-lru.ts';

const NAME = /^\/media\/([0-9a-f]{20}-(?:\d{2,4}|og)\.(?:avif|webp|jpg))$/;
/** The publisher says which files are gone; should it not come to that, the disk is asked this often. */
const TRUSTED_MS = 10_000;

interface Kept {
  asset: Asset;
  /** When the file was last known to be there. */
  seen: number;
}

/**
 * Variants of uploads. They never change, new ones appear and old ones go at any time, so there is no list: a name of
 * the right form is looked for on disk. The most recently used ones stay in memory, as long as their file is there.
 */
export function openMediaFiles(dir: string, budgetBytes: number, trustedMs = TRUSTED_MS) {
  const kept = byteLru<string, Kept>(budgetBytes);
  const loading = new Map<string, Promise<Asset | null>>();
  const load = (pathname: string, name: string): Promise<Asset | null> => {
    const running = loading.get(pathname);
    if (running) return running;
    const started = ifExists(loadAsset(pathname, path.join(dir, name))).then((asset) => {
      // It may have gone while it was read.
      if (loading.get(pathname) !== started) return null;
      loading.delete(pathname);
      if (asset) kept.set(pathname, { asset, seen: performance.now() }, asset.bytes);
      return asset;
    });
    loading.set(pathname, started);
    started.catch(() => loading.delete(pathname));
    return started;
  };
  return {
    get: async (pathname: string): Promise<Asset | null> => {
      const name = NAME.exec(pathname)?.[1];
      if (!name) return null;
      const known = kept.get(pathname);
      if (!known) return load(pathname, name);
      const now = performance.now();
      if (now - known.seen < trustedMs) return known.asset;
      if (!(await exists(path.join(dir, name)))) {
        kept.delete(pathname);
        return null;
      }
      // It may have been forgotten, or gone, meanwhile: then it does not come back.
      known.seen = now;
      return known.asset;
    },
    /** What is in memory and known to be there. */
    held: (pathname: string): Asset | null => {
      const known = kept.get(pathname);
      return known && performance.now() - known.seen < trustedMs ? known.asset : null;
    },
    /** Those of these files that are pictures are gone. */
    forget: (files: readonly string[]): void => {
      for (const file of files) {
        kept.delete(`/${file}`);
        loading.delete(`/${file}`);
      }
    },
  };
}
