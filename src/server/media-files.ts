import path from 'node:path';
import { ifExists } from '#publish/files.ts';
import { type Asset, loadAsset } from './asset.ts';

const NAME = /^\/media\/([0-9a-f]{20}-(?:\d{2,4}|og)\.(?:avif|webp|jpg))$/;

/**
 * Variants of uploads. They never change and new ones appear at any time, so there is no list: a name of the right
 * form is looked for on disk. The most recently used ones stay in memory.
 */
export function openMediaFiles(dir: string, budgetBytes: number) {
  /** The least recently used first. */
  const kept = new Map<string, Asset>();
  const loading = new Map<string, Promise<Asset | null>>();
  let held = 0;
  const keep = (pathname: string, asset: Asset) => {
    kept.set(pathname, asset);
    held += asset.bytes;
    for (const [oldest, { bytes }] of kept) {
      if (held <= budgetBytes) return;
      kept.delete(oldest);
      held -= bytes;
    }
  };
  const load = async (pathname: string, name: string): Promise<Asset | null> => {
    const asset = await ifExists(loadAsset(pathname, path.join(dir, name)));
    if (asset) keep(pathname, asset);
    return asset;
  };
  return async (pathname: string): Promise<Asset | null> => {
    const name = NAME.exec(pathname)?.[1];
    if (!name) return null;
    const known = kept.get(pathname);
    if (known) {
      kept.delete(pathname);
      kept.set(pathname, known);
      return known;
    }
    const running = loading.get(pathname);
    if (running) return running;
    const started = load(pathname, name).finally(() => loading.delete(pathname));
    loading.set(pathname, started);
    return started;
  };
}
