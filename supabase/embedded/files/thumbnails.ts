import { imageKind } from '#http/picture-kind.ts';
import { messageOf } from '#node/errors.ts';
import { FairQueue } from '#node/fair-queue.ts';
import { keyOf, type ObjectName } from './files.ts';
import type { ObjectFiles } from './object-files.ts';

/** Other widths get the next larger of these, so that nobody can have any number of files made of one upload. */
const WIDTHS = [160, 320, 640, 1280];
const QUALITY = 76;
/** As for published pictures: a 10 MB file can decode to gigabytes. */
const MAX_PIXELS = 40_000_000;
/** For what would never end, as for published pictures: other programs may leave next to nothing of the machine. */
const MAX_SECONDS = 600;
/** The database, which shares the process, needs the other core. */
const QUEUE = { concurrency: 2, maxWaiting: 200, maxWaitingPerKey: 100 };

export class NotAPicture extends Error {}

/** Whose pictures wait in turn with those of others: the first folder is an account, a request or a review. */
const ownerOf = ({ bucket, name }: ObjectName) => `${bucket}/${name.split('/', 1)[0]}`;

/** Small WebP copies of uploads, made when first asked for, kept beside their object, and gone with it. */
export class Thumbnails {
  readonly #files: ObjectFiles;
  readonly #making = new Map<string, Promise<Buffer>>();
  readonly #queue = new FairQueue(QUEUE, 'thumbnails');

  constructor(files: ObjectFiles) {
    this.#files = files;
  }

  /**
   * A copy of this width at most, upright and without metadata.
   * @throws NotAPicture, Busy when too many are asked for, or the system's error when there is no such object.
   */
  async of(object: ObjectName, wanted: number): Promise<{ bytes: Buffer; eTag: string }> {
    const width = WIDTHS.find((made) => made >= wanted) ?? Math.max(...WIDTHS);
    const name = `${width}.webp`;
    const known = await this.#files.thumbnail(object, name);
    const bytes = known ?? (await this.#makeOnce(width, object));
    // What cannot be kept is made again.
    if (!known) await this.#files.keepThumbnail(object, name, bytes).catch(() => {});
    return { bytes, eTag: `"${object.version}-${width}"` };
  }

  #makeOnce(width: number, object: ObjectName): Promise<Buffer> {
    const file = `${keyOf(object)} ${width}`;
    const running = this.#making.get(file);
    if (running) return running;
    const made = this.#queue
      .run(ownerOf(object), () => this.#draw(width, object))
      .finally(() => this.#making.delete(file));
    this.#making.set(file, made);
    return made;
  }

  async #draw(width: number, object: ObjectName): Promise<Buffer> {
    const original = await this.#files.readObject(object);
    // Other programs may have put it there; a drawing of a few lines can take minutes.
    if (!imageKind(original)) throw new NotAPicture('it is none by its first bytes');
    // Loaded on first use: a backend that never shows a picture starts without it.
    const { default: sharp } = await import('sharp');
    try {
      return await sharp(original, { limitInputPixels: MAX_PIXELS })
        .autoOrient()
        .resize({ width, withoutEnlargement: true })
        .webp({ quality: QUALITY, effort: 2 })
        .timeout({ seconds: MAX_SECONDS })
        .toBuffer();
    } catch (error) {
      throw new NotAPicture(messageOf(error));
    }
  }
}
