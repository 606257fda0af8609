import { rmSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { inParallel } from '#node/concurrency.ts';
import { messageOf } from '#node/errors.ts';
import { FairQueue } from '#node/fair-queue.ts';
import { writeAtomic } from '#node/files.ts';
import type { LinkPreview, MediaIndex, Picture } from '#site/media.ts';
import { PICTURES_FILE } from '../store/site-keys.ts';
import { MediaLog } from './media-log.ts';
import { drawPreview, PREVIEW_FILE, previewName } from './previews.ts';
import { StorageUnavailable } from './storage-download.ts';
import {
  makeVariants,
  PICTURE_FILE,
  pictureFileNames,
  pictureHash,
  variantsHash,
} from './variants.ts';

/** A picture that a page refers to, and the row that names it, for a message an operator can act on. */
export interface ImageRef {
  url: string;
  row: string;
}

interface MediaOptions {
  dir: string;
  /** Gives an upload's bytes; throws when there are none, and `StorageUnavailable` when there may be some later. */
  download: (url: string) => Promise<Uint8Array>;
  warn: (line: string) => void;
  /** A folder with variants of the pictures that come with the product. */
  kept?: string;
  /** These files are new. */
  onMade?: ((names: string[]) => void) | undefined;
  /** Who draws preview images; this process, if nobody is named. */
  drawTo?: (preview: LinkPreview, picture: Picture, dir: string, file: string) => Promise<void>;
}

/** What pages show: uploads by their URL, and the files of preview images. */
export interface ShownMedia {
  urls: ReadonlySet<string>;
  previews: ReadonlySet<string>;
}

export type MediaStore = Pick<VariantStore, keyof VariantStore>;

/** Opens the directory of variants, with what is known of it. */
export async function openMedia(options: MediaOptions): Promise<MediaStore> {
  await mkdir(options.dir, { recursive: true });
  const store = new VariantStore(options);
  await store.reload();
  return store;
}

/** Variants are made once for an upload, are found by its URL ever after, and go when no page shows it any more. */
class VariantStore implements MediaIndex {
  readonly #options: MediaOptions;
  readonly #log: MediaLog;
  /** Names of the preview images that are there. */
  readonly #previews = new Set<string>();
  /** URLs of pictures and names of previews. */
  readonly #broken = new Set<string>();
  readonly #making = new Map<string, Promise<void>>();
  /** Hashes of what is being made, whose files may be there already and belong to nobody yet. */
  readonly #encoding = new Map<string, number>();
  #drawing = 0;
  /** Many pictures of one owner, or slow ones, keep nobody else's waiting. */
  readonly #inTurn = new FairQueue({
    concurrency: availableParallelism(),
    maxWaiting: Number.POSITIVE_INFINITY,
    maxWaitingPerKey: Number.POSITIVE_INFINITY,
  });

  constructor(options: MediaOptions) {
    this.#options = options;
    this.#log = new MediaLog(path.join(options.dir, PICTURES_FILE));
  }

  // Bound, for pages take it as a function.
  readonly picture = (url: string | null): Picture | null =>
    (url && this.#log.pictures.get(url)) || null;

  preview(preview: LinkPreview | null): string | null {
    const name = preview && this.previewFile(preview);
    return name && this.#previews.has(name) ? `/media/${name}` : null;
  }

  /** The name of a preview's file, drawn or not; null when there is nothing to draw it from. */
  previewFile(preview: LinkPreview): string | null {
    const picture = this.picture(preview.url);
    return picture && previewName(preview, picture);
  }

  /** Reads what another process has added since. */
  async reload(): Promise<void> {
    await this.#log.load();
    const names = await readdir(this.#options.dir);
    for (const name of names) if (PREVIEW_FILE.test(name)) this.#previews.add(name);
  }

  /** Those that have no variants yet and were not found to be broken since the start. */
  missing(images: readonly ImageRef[]): ImageRef[] {
    const byUrl = new Map(images.map((image) => [image.url, image]));
    return [...byUrl.values()].filter(({ url }) => !this.picture(url) && !this.#broken.has(url));
  }

  /**
   * Makes what is missing. A broken picture is reported and left out: its page shows the placeholder. One that the
   * storage cannot give now is reported and stays missing.
   */
  async ensure(
    images: readonly ImageRef[],
    progress?: (done: number, total: number) => void,
  ): Promise<void> {
    const wanted = this.missing(images);
    let done = 0;
    await inParallel(wanted, availableParallelism(), async (image) => {
      await this.#makeOnce(image);
      progress?.(++done, wanted.length);
    });
  }

  /**
   * Draws a preview whose picture is there; true when it is new. One that cannot be drawn is reported.
   * @throws the system's error where the disk refuses: the same may be drawn later.
   */
  async draw(preview: LinkPreview): Promise<boolean> {
    const { dir, warn, drawTo = drawHere } = this.#options;
    const name = this.previewFile(preview);
    const picture = this.picture(preview.url);
    if (!name || !picture || this.#previews.has(name) || this.#broken.has(name)) return false;
    const file = path.join(dir, name);
    this.#drawing++;
    try {
      await drawTo(preview, picture, dir, file);
      // Withdrawn while it was drawn.
      if (this.picture(preview.url) !== picture) return rm(file, { force: true }).then(() => false);
      this.#previews.add(name);
      this.#options.onMade?.([name]);
      return true;
    } catch (error) {
      warn(`${preview.title}: no preview image for shared links (${messageOf(error)})`);
      if (isDiskError(error)) throw error;
      this.#broken.add(name);
      return false;
    } finally {
      this.#drawing--;
    }
  }

  /** Removes all that is not shown; gives the names of the files that are gone. */
  async withdraw(shown: ShownMedia): Promise<string[]> {
    const urls = [...this.#log.pictures.keys()].filter((url) => !shown.urls.has(url));
    const files = urls.flatMap((url) => {
      const picture = this.picture(url);
      return picture ? pictureFileNames(picture) : [];
    });
    await this.#log.forget(urls);
    const drawn = [...this.#previews].filter((name) => !shown.previews.has(name));
    for (const name of drawn) {
      await rm(path.join(this.#options.dir, name), { force: true });
      this.#previews.delete(name);
    }
    // What could not be used may be another file by the time an artist shows it again.
    for (const url of this.#broken)
      if (!shown.urls.has(url) && !shown.previews.has(url)) this.#broken.delete(url);
    return [...this.#removeUnused(files), ...drawn];
  }

  /** Takes what was withdrawn out of the list for good; only while no other process makes pictures. */
  compact(): Promise<void> {
    return this.#log.compact();
  }

  /** Removes files that belong to no picture known, which a crash left; only then, too. Gives their names. */
  async removeOrphans(): Promise<string[]> {
    const { dir } = this.#options;
    const names = await readdir(dir);
    const idle = this.#making.size === 0 && this.#drawing === 0;
    const drafts = names.filter((name) => idle && name.endsWith('.tmp'));
    for (const name of drafts) await rm(path.join(dir, name), { force: true });
    return this.#removeUnused(names.filter((name) => PICTURE_FILE.test(name)));
  }

  /** Rows may name the same picture at the same time. */
  #makeOnce(image: ImageRef): Promise<void> {
    const running = this.#making.get(image.url);
    if (running) return running;
    const made = this.#make(image).finally(() => this.#making.delete(image.url));
    this.#making.set(image.url, made);
    return made;
  }

  async #make({ url, row }: ImageRef): Promise<void> {
    const { dir, download, kept, warn } = this.#options;
    try {
      const bytes = await download(url);
      const hash = variantsHash(bytes);
      this.#encoding.set(hash, (this.#encoding.get(hash) ?? 0) + 1);
      try {
        const make = () => makeVariants(bytes, dir, kept);
        const picture = await this.#inTurn.run(ownerOf(url), make);
        await this.#log.add(url, picture);
        this.#options.onMade?.(pictureFileNames(picture));
      } finally {
        this.#encoding.set(hash, (this.#encoding.get(hash) ?? 1) - 1);
      }
    } catch (error) {
      if (isDiskError(error)) throw error;
      const reason = messageOf(error);
      if (error instanceof StorageUnavailable)
        return warn(`${row}: the picture ${url} cannot be fetched now (${reason})`);
      this.#broken.add(url);
      warn(`${row}: the picture ${url} cannot be used (${reason}); a placeholder is shown`);
    }
  }

  /** Synchronous, so that nobody begins to make the same picture in between. The description goes first. */
  #removeUnused(names: readonly string[]): string[] {
    const inUse = this.#hashesInUse();
    const unused = names.filter((name) => !inUse.has(name.slice(0, name.search(/[-.]/))));
    for (const name of unused.toSorted(descriptionFirst))
      rmSync(path.join(this.#options.dir, name), { force: true });
    return unused;
  }

  /** Two people may have uploaded the same bytes: files stay as long as a picture is made of them. */
  #hashesInUse(): Set<string> {
    const hashes = new Set(Array.from(this.#log.pictures.values(), pictureHash));
    for (const [hash, count] of this.#encoding) if (count > 0) hashes.add(hash);
    return hashes;
  }
}

/** The folder of an upload, which is an account's or a review's; the address of anything else. */
const ownerOf = (url: string) => /\/object\/public\/[^/]+\/[^/]+/.exec(url)?.[0] ?? url;

async function drawHere(preview: LinkPreview, picture: Picture, dir: string, file: string) {
  await writeAtomic(file, await drawPreview(preview, picture, dir));
}

/** While the description is there, the variants count as made. */
const descriptionFirst = (a: string, b: string) =>
  Number(b.endsWith('.json')) - Number(a.endsWith('.json'));

function isDiskError(error: unknown): boolean {
  return ['ENOSPC', 'EROFS', 'EDQUOT', 'EIO'].includes((error as NodeJS.ErrnoException).code ?? '');
}
