import path from 'node:path';
import { type Asset, loadAsset } from './asset.ts';

const NAME = /^\/media\/([0-9a-f]{20}-(?:\d{2,4}|og)\.(?:avif|webp|jpg))$/;

/**
 * Variants of uploads. They never change and new ones appear at any time, so there is no list: a name of the right
 * form is looked for on disk. The most recently used ones stay in memory.
 */
export function openMediaFiles(dir: string, budgetBytes: number) {
  const kept = new Map<string, Promise<Asset>>();
  let held = 0;
  const keep = async (pathname: string, loading: Promise<Asset>) => {
    const asset = await loading.catch(() => null);
    if (!asset) return void kept.delete(pathname);
    held += asset.bytes;
    for (const [oldest, other] of kept) {
      if (held <= budgetBytes) return;
      kept.delete(oldest);
      held -= (await other).bytes;
    }
  };
  return (pathname: string): Promise<Asset | null> => {
    const name = NAME.exec(pathname)?.[1];
    if (!name) return Promise.resolve(null);
    const known = kept.get(pathname);
    if (known) {
      kept.delete(pathname);
      kept.set(pathname, known);
      return known;
    }
    const loading = loadAsset(pathname, path.join(dir, name));
    kept.set(pathname, loading);
    void keep(pathname, loading);
    return loading.catch((error) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
  };
}
