import { imageKind } from '#features/pictures/image-kind.ts';
import { LIMITS } from '#lib/limits.ts';
import { FetchRefusal } from '#node/public-fetch.ts';
import { openPicture } from '../pictures/sharp.ts';

const QUALITIES = [86, 74, 60];

/**
 * A photo drawn anew as uploads are: upright, at most 2,400 px on its longest side, WebP, and nothing of the camera, the
 * place and the time. Throws a FetchRefusal for what is no photo, or stays too large.
 */
export async function webPhoto(bytes: Uint8Array, maxBytes: number): Promise<Uint8Array> {
  if (!imageKind(bytes)) throw new FetchRefusal('It is no JPEG, PNG, WebP or AVIF');
  const side = LIMITS.uploadSide;
  for (const quality of QUALITIES) {
    const picture = await openPicture(bytes);
    const drawn = await picture
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality })
      .toBuffer()
      .catch((error: Error) => {
        console.error(error);
        throw new FetchRefusal('It cannot be read as a photo');
      });
    if (drawn.length <= maxBytes) return drawn;
  }
  throw new FetchRefusal('It is too large');
}
