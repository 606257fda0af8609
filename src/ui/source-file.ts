import { type ImageKind, imageKind, KIND_BYTES } from '#domain/image-kind.ts';
import { heicRefusal, sourceRefusal } from '#domain/upload.ts';
import { decodeImage } from './encode-image.ts';

/**
 * Why a chosen file is not taken, as a sentence; null when it is. It is judged by its content: a photo of an iPhone is
 * taken where the browser can read it, and where it cannot, the sentence says what to do.
 */
export async function refusalOf(file: File): Promise<string | null> {
  const kind = await kindOf(file);
  const refusal = sourceRefusal(file, kind);
  if (refusal || kind !== 'heic') return refusal;
  try {
    (await decodeImage(file)).close();
    return null;
  } catch {
    return heicRefusal(file.name);
  }
}

/** The same without looking at a picture: for many files at once, each of which will be looked at in its turn. */
export async function quickRefusalOf(file: File): Promise<string | null> {
  return sourceRefusal(file, await kindOf(file));
}

/** What a file is by its first bytes. */
export const kindOf = async (file: Blob): Promise<ImageKind | null> =>
  imageKind(await headOf(file));

/** Nothing where the file cannot be read: it has gone, or the browser may not. */
async function headOf(file: Blob): Promise<Uint8Array> {
  const head = await file
    .slice(0, KIND_BYTES)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  return new Uint8Array(head);
}
