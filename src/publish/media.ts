import { appendFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { unreachable } from '#config/unreachable.ts';
import type { MediaIndex, Picture, Preview } from '#site/media.ts';
import { inParallel } from './concurrency.ts';
import { ifExists, writeAtomic } from './files.ts';
import { drawPreview, PREVIEW_FILE, previewName } from './previews.ts';
import { makeVariants } from './variants.ts';

/** A picture that a page refers to, and the row that names it, for a message somebody can act on. */
export interface ImageRef {
  url: string;
  row: string;
}

export interface MediaOptions {
  dir: string;
  /** Gives an upload's bytes; throws when there are none, and `StorageUnavailable` when there may be some later. */
  download: (url: string) => Promise<Uint8Array>;
  warn: (line: string) => void;
  /** Who draws preview images; this process, if nobody is named. */
  drawTo?: (preview: Preview, picture: Picture, dir: string, file: string) => Promise<void>;
}

export interface MediaStore extends MediaIndex {
  /** Those that have no variants yet and were not found to be broken since the start. */
  missing(images: readonly ImageRef[]): ImageRef[];
  /**
   * Makes what is missing. A broken picture is reported and left out: its page shows the placeholder. One that the
   * storage cannot give now is reported and stays missing.
   */
  ensure(
    images: readonly ImageRef[],
    progress?: (done: number, total: number) => void,
  ): Promise<void>;
  /** Draws a preview whose picture is there; true when it is new. One that cannot be drawn is reported. */
  draw(preview: Preview): Promise<boolean>;
  /** Reads what another process has added since. */
  reload(): Promise<void>;
}

/** The storage does not answer, or says that it cannot just now. */
export class StorageUnavailable extends Error {}

type Entry = { url: string; picture: Picture };

/**
 * Variants are made once for an upload and found by its URL ever after; the list is a log of JSON lines,
 * so that one more picture costs one line however many there are.
 */
export async function openMedia(options: MediaOptions): Promise<MediaStore> {
  await mkdir(options.dir, { recursive: true });
  const log = path.join(options.dir, 'index.jsonl');
  const { drawTo = drawHere } = options;
  const pictures = new Map<string, Picture>();
  /** URLs of pictures and names of previews. */
  const broken = new Set<string>();
  const making = new Map<string, Promise<void>>();
  const missing = (images: readonly ImageRef[]) => {
    const byUrl = new Map(images.map((image) => [image.url, image]));
    return [...byUrl.values()].filter(({ url }) => !pictures.has(url) && !broken.has(url));
  };
  const previews = new Set<string>();
  const reload = async () => {
    for (const { url, picture } of await readLog(log)) pictures.set(url, picture);
    for (const name of await readdir(options.dir)) if (PREVIEW_FILE.test(name)) previews.add(name);
  };
  const nameOf = (preview: Preview) => {
    const picture = pictures.get(preview.url);
    return picture ? previewName(preview, picture) : null;
  };
  await reload();

  const make = async ({ url, row }: ImageRef) => {
    try {
      const picture = await makeVariants(await options.download(url), options.dir);
      await appendFile(log, `${JSON.stringify({ url, picture } satisfies Entry)}\n`);
      pictures.set(url, picture);
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

  return {
    picture: (url) => (url ? (pictures.get(url) ?? null) : null),
    preview: (preview) => {
      const name = preview && nameOf(preview);
      return name && previews.has(name) ? `/media/${name}` : null;
    },
    draw: async (preview) => {
      const name = nameOf(preview);
      const picture = pictures.get(preview.url);
      if (!name || !picture || previews.has(name) || broken.has(name)) return false;
      try {
        await drawTo(preview, picture, options.dir, path.join(options.dir, name));
        previews.add(name);
        return true;
      } catch (error) {
        if (!isDiskError(error)) broken.add(name);
        const reason = error instanceof Error ? error.message : String(error);
        options.warn(`${preview.title}: no preview image for shared links (${reason})`);
        return false;
      }
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

/** A log whose last line was cut off by a crash loses that line only. */
async function readLog(file: string): Promise<Entry[]> {
  const text = (await ifExists(readFile(file, 'utf8'))) ?? '';
  const lines = text.split('\n').filter(Boolean);
  const entries = lines.flatMap((line): Entry[] => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
  const damaged = entries.length < lines.length || (text !== '' && !text.endsWith('\n'));
  if (damaged)
    await writeAtomic(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  return entries;
}

function isDiskError(error: unknown): boolean {
  return ['ENOSPC', 'EROFS', 'EDQUOT', 'EIO'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** Fetches uploads from the backend, whatever the public address in their URL is; anything else is refused. */
export function storageDownload(origin: string, backendUrl: string) {
  return async (url: string): Promise<Uint8Array> => {
    const { origin: host, pathname } = new URL(url);
    const ours = host === origin || host === new URL(backendUrl).origin;
    if (!ours || !pathname.startsWith('/storage/v1/object/public/'))
      throw new Error('not an upload');
    const unavailable = (error: Error) => {
      throw new StorageUnavailable(unreachable(backendUrl, error));
    };
    const response = await fetch(new URL(pathname, backendUrl), {
      signal: AbortSignal.timeout(30_000),
    }).catch(unavailable);
    if (response.status >= 500 || response.status === 429)
      throw new StorageUnavailable(`the storage answered ${response.status}`);
    if (!response.ok) throw new Error(`the storage answered ${response.status}`);
    return new Uint8Array(await response.arrayBuffer().catch(unavailable));
  };
}
