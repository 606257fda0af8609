import { imageKind } from '#features/pictures/image-kind.ts';
import { LIMITS } from '#lib/limits.ts';
import { FetchRefusal } from '#node/public-fetch.ts';
import { cameraPixels, openPicture, openSharp } from '../pictures/sharp.ts';

const QUALITIES = [86, 74, 60];

/**
 * A photo drawn anew as uploads are: upright, at most 2,400 px on its longest side, WebP, and nothing of the camera, the
 * place and the time. Throws a FetchRefusal for what is no photo, or stays too large.
 */
export async function webPhoto(bytes: Uint8Array, maxBytes: number): Promise<Uint8Array> {
  const refusal = refusalOf(bytes);
  if (refusal) throw new FetchRefusal(refusal);
  const most = cameraPixels(bytes);
  const sharp = await openSharp();
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(damaged);
  if (width * height > most)
    throw new FetchRefusal(
      `It has ${Math.round((width * height) / 1e6)} megapixels, more than ${most / 1e6}`,
    );
  const side = LIMITS.uploadSide;
  for (const quality of QUALITIES) {
    const picture = await openPicture(bytes, most);
    const drawn = await picture
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality })
      .toBuffer()
      .catch(damaged);
    if (drawn.length <= maxBytes) return drawn;
  }
  throw new FetchRefusal('It is too large');
}

/** What is no photo that can be read here, by its first bytes. */
function refusalOf(bytes: Uint8Array): string | null {
  if (bytes.length === 0) return 'It is empty';
  const kind = imageKind(bytes);
  if (kind === 'heic') return 'It is a HEIC photo: export it as JPEG';
  if (kind) return null;
  const text = Buffer.from(bytes.subarray(0, 256)).toString('latin1');
  return /^\s*<(!doctype html|html)/i.test(text.replace(/^\xef\xbb\xbf/, ''))
    ? 'Its address is that of a page, not of a photo'
    : 'It is no JPEG, PNG, WebP or AVIF';
}

function damaged(error: Error): never {
  console.error(error);
  if (/timeout/i.test(error.message)) throw new FetchRefusal('It takes too long to read', false);
  throw new FetchRefusal('It cannot be read as a photo');
}
