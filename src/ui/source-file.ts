import { type ImageKind, imageKind, KIND_BYTES } from '#domain/image-kind.ts';
import {
  heicRefusal,
  noisyCanvas,
  sourceRefusal,
  takenBack,
  unanswered,
  unreadable,
} from '#domain/upload.ts';
import { NoAnswer, within } from '#domain/within.ts';
import { decodeImage, NoisyCanvas } from './encode-image.ts';

/**
 * Why a chosen file is not taken, as a sentence; null when it is. It is judged by its content: a photo of an iPhone is
 * taken where the browser can read it, and where it cannot, the sentence says what to do.
 */
export async function refusalOf(file: File): Promise<string | null> {
  if (await isTakenBack(file)) return takenBack(file.name);
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
  return (await isTakenBack(file)) ? takenBack(file.name) : sourceRefusal(file, await kindOf(file));
}

/** Why drawing a file failed, as a sentence. Trying again would not make a picture of what is none. */
export async function problemOf(file: File, error: unknown): Promise<string> {
  if (await isTakenBack(file)) return takenBack(file.name);
  if (error instanceof NoisyCanvas) return noisyCanvas(file.name);
  if (error instanceof NoAnswer) return unanswered(file.name);
  return (await kindOf(file)) === 'heic' ? heicRefusal(file.name) : unreadable(file.name);
}

/** Phones take a chosen file back: it was moved, changed, or its app was closed. */
async function isTakenBack(file: File): Promise<boolean> {
  if (file.size === 0) return false;
  return within(file.slice(-1).arrayBuffer()).then(
    () => false,
    (error) => !(error instanceof NoAnswer),
  );
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
