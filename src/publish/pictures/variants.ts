import { createHash } from 'node:crypto';
import { constants, copyFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Sharp } from 'sharp';
import {
  jpegWidth,
  variantPath,
  variantWidths,
  WIDTHS,
} from '#features/pictures/picture-variants.ts';
import { writeAtomic } from '#node/files.ts';
import type { Picture } from '#site/media.ts';
import { rememberedColor } from './picture-color.ts';
import { openPicture, openSharp } from './sharp.ts';

/** Part of every file name: raise it when the recipe below changes. */
const RECIPE = '2';

/** Fast: an artist has just uploaded it and waits. */
const AVIF = { quality: 54, effort: 0, chromaSubsampling: '4:2:0' };
const WEBP = { quality: 76, effort: 1 };
const JPEG = { quality: 80 };

/**
 * Writes one upload's variants to `dir`, unless they are there, and describes them. Throws when the bytes are no picture, or
 * too large a one.
 * @param kept a folder with variants that were made before: what it has is copied instead of encoded.
 */
export async function makeVariants(
  bytes: Uint8Array,
  dir: string,
  kept?: string,
): Promise<Picture> {
  const hash = variantsHash(bytes);
  const known = await described(dir, hash);
  if (known) return known;
  const picture =
    (kept && (await copyKept(hash, kept, dir))) || (await encodeVariants(bytes, hash, dir));
  await writeAtomic(path.join(dir, `${hash}.json`), JSON.stringify(picture));
  return picture;
}

async function described(dir: string, hash: string): Promise<Picture | null> {
  const text = await readFile(path.join(dir, `${hash}.json`), 'utf8').catch(() => null);
  return text ? JSON.parse(text) : null;
}

/** Null when they are not kept. Where the disk can, copies share their blocks. */
async function copyKept(hash: string, kept: string, dir: string): Promise<Picture | null> {
  const picture = await described(kept, hash);
  const [, ...files] = picture ? pictureFileNames(picture) : [];
  for (const name of files)
    await copyFile(path.join(kept, name), path.join(dir, name), constants.COPYFILE_FICLONE);
  return picture;
}

/** What the files of an upload's variants begin with: it follows from its bytes. */
export function variantsHash(bytes: Uint8Array): string {
  return createHash('sha256').update(RECIPE).update(bytes).digest('hex').slice(0, 20);
}

/** Variants and descriptions among the files of the directory. */
export const PICTURE_FILE = /^[0-9a-f]{20}(-\d{2,4}\.(avif|webp|jpg)|\.json)$/;

export function pictureHash(picture: Picture): string {
  return path.basename(picture.sources[0]?.webp ?? '').slice(0, 20);
}

/** The names of all files that were written for a picture. */
export function pictureFileNames(picture: Picture): string[] {
  const variants = picture.sources.flatMap(({ avif, webp, jpg }) => [avif, webp, jpg]);
  const names = variants.flatMap((url) => (url ? [path.basename(url)] : []));
  return [`${pictureHash(picture)}.json`, ...names];
}

/** Metadata is dropped, orientation applied, nothing is enlarged. */
async function encodeVariants(bytes: Uint8Array, hash: string, dir: string): Promise<Picture> {
  const sharp = await openSharp();
  const largest = WIDTHS.at(-1) ?? 1920;
  const picture = await openPicture(bytes);
  const { data, info } = await picture
    .autoOrient()
    .resize({ width: largest, withoutEnlargement: true })
    .toColourspace('srgb')
    .flatten({ background: '#ffffff' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const pixels = () => sharp(data, { raw });

  const widths = variantWidths(info.width);
  const fallback = jpegWidth(info.width);
  const sources: Picture['sources'] = [];
  for (const width of widths) {
    const scaled = await pixels().resize({ width }).raw().toBuffer({ resolveWithObject: true });
    const size = { ...raw, width: scaled.info.width, height: scaled.info.height };
    const image = () => sharp(scaled.data, { raw: size });
    const write = async (extension: string, body: Promise<Buffer>) => {
      const url = variantPath(hash, width, extension);
      await writeAtomic(path.join(dir, path.basename(url)), await body);
      return url;
    };
    const [avif, webp, jpg] = await Promise.all([
      write('avif', image().avif(AVIF).toBuffer()),
      write('webp', image().webp(WEBP).toBuffer()),
      width === fallback ? write('jpg', image().jpeg(JPEG).toBuffer()) : undefined,
    ]);
    sources.push({ width, avif, webp, ...(jpg && { jpg }) });
  }
  const color = await colorOf(pixels());
  return { width: info.width, height: info.height, color, sources };
}

/** Small enough that neighboring colors mix, as they do for the eye. */
async function colorOf(image: Sharp): Promise<string> {
  const small = image.resize(64, 64, { fit: 'fill' }).toColourspace('srgb').removeAlpha();
  return rememberedColor(await small.raw().toBuffer());
}
