import { startWorker } from '#config/trusted-types.ts';
import { deferred } from '#lib/deferred.ts';
import { NoAnswer, within } from '#lib/within.ts';
import worker from './heic.worker.ts?worker&url';

/** Longer than others: on a phone's network the library comes first, half a megabyte. */
const ANSWER_MS = 60_000;

/**
 * The pixels of a HEIC photo in a browser that reads none, turned the right way up. A worker decodes it: pages allow no
 * WebAssembly, and its memory goes with it.
 * @throws NoAnswer when the library cannot be had.
 */
export async function decodeHeic(file: Blob): Promise<ImageBitmap> {
  const decoder = startWorker(worker);
  const { promise, resolve, reject } = deferred<ImageData | null>();
  decoder.onmessage = ({ data }) => resolve(data);
  decoder.onerror = ({ message }) => reject(new NoAnswer(message));
  decoder.postMessage(file);
  try {
    const pixels = await within(promise, ANSWER_MS);
    if (!pixels) throw new Error('libheif cannot read it');
    return await createImageBitmap(pixels);
  } finally {
    decoder.terminate();
  }
}
