import { NoAnswer, within } from '#lib/within.ts';
import { type EncodeOptions, encodeImage, NoisyCanvas } from '../encode-image.ts';
import { type ImageKind, imageKind, KIND_BYTES } from '../image-kind.ts';
import { NOISY_CANVAS, sourceRefusal, takenBack, unanswered, unreadable } from '../upload.ts';

/** Why a chosen file is not taken, as a sentence; null when it is. It is judged by its first bytes and its size. */
export const fileRefusal = (file: File): Promise<string | null> =>
  orWhyUnread(async () => sourceRefusal(file, await kindOf(file)));

/** Why drawing a file failed, as a sentence. Trying again would not make a picture of what is none. */
export const problemOf = (file: File, error: unknown): Promise<string> =>
  orWhyUnread(async () => {
    const kind = await kindOf(file);
    return browserFault(file.name, error) ?? unreadable(file.name, kind);
  });

/** What the device or the browser did wrong with a file that was drawn before, as a sentence; null when neither did. */
export const faultOf = (file: File, error: unknown): Promise<string | null> =>
  orWhyUnread(async () => {
    await kindOf(file);
    return browserFault(file.name, error);
  });

function browserFault(name: string, error: unknown): string | null {
  if (error instanceof NoisyCanvas) return NOISY_CANVAS;
  return error instanceof NoAnswer ? unanswered(name) : null;
}

/** A file that cannot be used. Its message is the sentence that says why. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
}

/**
 * Draws a file anew for the web, as `encodeImage` does.
 * @throws FileProblem
 */
export function encodeFile(file: File, options: EncodeOptions): Promise<Blob> {
  return encodeImage(file, options).catch(async (error) => {
    console.error(error);
    throw new FileProblem(await problemOf(file, error));
  });
}

/** A photo under the name that sentences call it by. */
export const asFile = (photo: Blob, name = 'The photo'): File =>
  photo instanceof File ? photo : new File([photo], name, { type: photo.type });

/**
 * The bytes of a file, or its first ones. Phones take a chosen file back: it was moved, changed, or its app was closed.
 * @throws FileProblem
 */
export async function bytesOf(file: File, first = file.size): Promise<Uint8Array> {
  try {
    return new Uint8Array(await within(file.slice(0, first).arrayBuffer()));
  } catch (error) {
    throw new FileProblem(browserFault(file.name, error) ?? takenBack(file.name));
  }
}

/** What a file is by its first bytes. Throws as `bytesOf` does. */
const kindOf = async (file: File): Promise<ImageKind | null> =>
  imageKind(await bytesOf(file, KIND_BYTES));

async function orWhyUnread<T>(work: () => Promise<T>): Promise<T | string> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FileProblem) return error.message;
    throw error;
  }
}
