import { rmSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { Picture, Preview } from '#site/media.ts';
import { inParallel } from './concurrency.ts';
import { writeAtomic } from './files.ts';
import { MediaLog } from './media-log.ts';
import type { ImageRef, MediaOptions, MediaStore } from './media-store.ts';
import { drawPreview, PREVIEW_FILE, previewName } from './previews.ts';
import { StorageUnavailable } from './storage-download.ts';
import { filesOf, hashOf, makeVariants, PICTURE_FILE, variantsHash } from './variants.ts';

/** Variants are made once for an upload, are found by its URL ever after, and go when no page shows it any more. */
export async function openMedia(options: MediaOptions): Promise<MediaStore> {
  const { dir, drawTo = drawHere } = options;
  await mkdir(dir, { recursive: true });
  const log = new MediaLog(path.join(dir, 'index.jsonl'));
  const { pictures } = log;
  /** URLs of pictures and names of previews. */
  const broken = new Set<string>();
  const making = new Map<string, Promise<void>>();
  /** Hashes of what is being made, whose files may be there already and belong to nobody yet. */
  const encoding = new Map<string, number>();
  const previews = new Set<string>();
  let drawing = 0;
  const missing = (images: readonly ImageRef[]) => {
    const byUrl = new Map(images.map((image) => [image.url, image]));
    return [...byUrl.values()].filter(({ url }) => !pictures.has(url) && !broken.has(url));
  };
  const reload = async () => {
    await log.load();
    for (const name of await readdir(dir)) if (PREVIEW_FILE.test(name)) previews.add(name);
  };
  const nameOf = (preview: Preview) => {
    const picture = pictures.get(preview.url);
    return picture ? previewName(preview, picture) : null;
  };
  await reload();

  const make = async ({ url, row }: ImageRef) => {
    try {
      const bytes = await options.download(url);
      const hash = variantsHash(bytes);
      encoding.set(hash, (encoding.get(hash) ?? 0) + 1);
      try {
        await log.add(url, await makeVariants(bytes, dir, options.kept));
      } finally {
        encoding.set(hash, (encoding.get(hash) ?? 1) - 1);
      }
    } catch (error) {
      if (isDiskError(error)) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      if (error instanceof StorageUnavailable) {
        options.warn(`${row}: the picture ${url} cannot be fetched now (${reason})`);
        return;
      }
      broken.add(url);
      options.warn(`${row}: the picture ${url} cannot be used (${reason}); a placeholder is shown`);
    }
  };

  /** Rows may name the same picture at the same time. */
  const makeOnce = (image: ImageRef): Promise<void> => {
    const running = making.get(image.url);
    if (running) return running;
    const made = make(image).finally(() => making.delete(image.url));
    making.set(image.url, made);
    return made;
  };

  /** Two people may have uploaded the same bytes: files stay as long as somebody's picture is made of them. */
  const hashesInUse = () => {
    const hashes = new Set(Array.from(pictures.values(), hashOf));
    for (const [hash, count] of encoding) if (count > 0) hashes.add(hash);
    return hashes;
  };

  /** Synchronous, so that nobody begins to make the same picture in between. The description goes first. */
  const removeUnused = (names: readonly string[]): string[] => {
    const inUse = hashesInUse();
    const unused = names.filter((name) => !inUse.has(name.slice(0, name.search(/[-.]/))));
    for (const name of unused.toSorted(descriptionFirst))
      rmSync(path.join(dir, name), { force: true });
    return unused;
  };

  return {
    picture: (url) => (url ? (pictures.get(url) ?? null) : null),
    preview: (preview) => {
      const name = preview && nameOf(preview);
      return name && previews.has(name) ? `/media/${name}` : null;
    },
    previewFile: nameOf,
    draw: async (preview) => {
      const name = nameOf(preview);
      const picture = pictures.get(preview.url);
      if (!name || !picture || previews.has(name) || broken.has(name)) return false;
      const file = path.join(dir, name);
      drawing++;
      try {
        await drawTo(preview, picture, dir, file);
        // Withdrawn while it was drawn.
        if (pictures.get(preview.url) !== picture)
          return rm(file, { force: true }).then(() => false);
        previews.add(name);
        return true;
      } catch (error) {
        if (!isDiskError(error)) broken.add(name);
        const reason = error instanceof Error ? error.message : String(error);
        options.warn(`${preview.title}: no preview image for shared links (${reason})`);
        return false;
      } finally {
        drawing--;
      }
    },
    withdraw: async (shown) => {
      const urls = [...pictures.keys()].filter((url) => !shown.urls.has(url));
      const files = urls.flatMap((url) => {
        const picture = pictures.get(url);
        return picture ? filesOf(picture) : [];
      });
      await log.forget(urls);
      const drawn = [...previews].filter((name) => !shown.previews.has(name));
      for (const name of drawn) {
        await rm(path.join(dir, name), { force: true });
        previews.delete(name);
      }
      // What could not be used may be another file by the time somebody shows it again.
      for (const url of broken)
        if (!shown.urls.has(url) && !shown.previews.has(url)) broken.delete(url);
      return [...removeUnused(files), ...drawn];
    },
    compact: () => log.compact(),
    tidy: async () => {
      const names = await readdir(dir);
      const idle = making.size === 0 && drawing === 0;
      const left = names.filter((name) => idle && name.endsWith('.tmp'));
      for (const name of left) await rm(path.join(dir, name), { force: true });
      return removeUnused(names.filter((name) => PICTURE_FILE.test(name)));
    },
    reload,
    missing,
    ensure: async (images, progress) => {
      const wanted = missing(images);
      let done = 0;
      await inParallel(wanted, availableParallelism(), async (image) => {
        await makeOnce(image);
        progress?.(++done, wanted.length);
      });
    },
  };
}

async function drawHere(preview: Preview, picture: Picture, dir: string, file: string) {
  await writeAtomic(file, await drawPreview(preview, picture, dir));
}

/** While the description is there, the variants count as made. */
const descriptionFirst = (a: string, b: string) =>
  Number(b.endsWith('.json')) - Number(a.endsWith('.json'));

function isDiskError(error: unknown): boolean {
  return ['ENOSPC', 'EROFS', 'EDQUOT', 'EIO'].includes((error as NodeJS.ErrnoException).code ?? '');
}
