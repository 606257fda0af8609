import { deferred } from '#lib/deferred.ts';
import { LIMITS } from '#lib/limits.ts';
import { NoAnswer, within } from '#lib/within.ts';
import { type Crop, cropSquare } from './crop.ts';
import { imageKind, KIND_BYTES } from './image-kind.ts';
import { fitWithin } from './upload.ts';

export interface EncodeOptions {
  /** What the bucket takes at most. */
  maxBytes: number;
  /** Cut out this square. */
  crop?: Crop;
  /** Is shown what was drawn. */
  look?: (drawn: HTMLCanvasElement) => void;
}

const QUALITIES = [0.86, 0.74, 0.6];

/**
 * The pixels of a picture file, turned the right way up. Throws when the file is no picture. Some browsers read HEIC as
 * an element and not as bare data; for those that do not read it at all, a library is loaded.
 */
export async function decodeImage(file: Blob): Promise<ImageBitmap> {
  try {
    return await within(createImageBitmap(file, { imageOrientation: 'from-image' }));
  } catch (error) {
    const image = new Image();
    image.src = URL.createObjectURL(file);
    try {
      await within(image.decode());
      return await within(createImageBitmap(image));
    } catch {
      if (!(await isHeic(file))) throw error;
      const { decodeHeic } = await import('./heic.ts').catch((lost) => {
        throw new NoAnswer(String(lost));
      });
      return await decodeHeic(file);
    } finally {
      URL.revokeObjectURL(image.src);
    }
  }
}

const isHeic = async (file: Blob): Promise<boolean> =>
  imageKind(new Uint8Array(await file.slice(0, KIND_BYTES).arrayBuffer())) === 'heic';

/**
 * Draws a picture anew for the web: right way up, at most 2,400 px on the longest side, WebP where the browser
 * can write it and JPEG elsewhere. Drawing leaves everything else behind: camera, place and time of the shot.
 * Throws when the file is no picture, or stays too large at the lowest quality.
 */
export async function encodeImage(
  file: Blob,
  { maxBytes, crop, look }: EncodeOptions,
): Promise<Blob> {
  const bitmap = await decodeImage(file);
  try {
    const canvas = draw(bitmap, crop);
    look?.(canvas);
    return await encodeCanvas(canvas, maxBytes);
  } finally {
    bitmap.close();
  }
}

/** A browser that protects its owner from being recognized gives noise for what was drawn: no photo comes out of it. */
export class NoisyCanvas extends Error {
  override readonly name = 'NoisyCanvas';
}

const KNOWN = [12, 34, 56, 78, 90, 123, 145, 167] as const;

/** Draws known pixels and reads them again. */
function expectTruth(): void {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = KNOWN.length;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser can’t process photos');
  KNOWN.forEach((shade, x) => {
    context.fillStyle = `rgb(${shade} ${255 - shade} ${shade})`;
    context.fillRect(x, 0, 1, KNOWN.length);
  });
  const { data } = context.getImageData(0, 0, KNOWN.length, KNOWN.length);
  const wrong = (at: number) => {
    const shade = KNOWN[(at / 4) % KNOWN.length] ?? 0;
    return [shade, 255 - shade, shade, 255].some(
      (one, n) => Math.abs(one - (data[at + n] ?? 0)) > 8,
    );
  };
  for (let at = 0; at < data.length; at += 4) if (wrong(at)) throw new NoisyCanvas('Noise');
}

/** What is drawn as a file, as good as the bucket has room for. Throws as `fileOf` does. */
async function encodeCanvas(canvas: HTMLCanvasElement, maxBytes: number): Promise<Blob> {
  for (const quality of QUALITIES) {
    const blob = await toBlob(canvas, quality);
    if (blob.size <= maxBytes) return blob;
  }
  throw new Error('The photo is too large');
}

function draw(bitmap: ImageBitmap, crop: Crop | undefined): HTMLCanvasElement {
  const { width, height } = bitmap;
  const square = crop && cropSquare(width, height, crop);
  const source = square
    ? { left: square.left, top: square.top, width: square.size, height: square.size }
    : { left: 0, top: 0, width, height };
  const target = fitWithin(source.width, source.height, LIMITS.uploadSide);
  const canvas = document.createElement('canvas');
  canvas.width = target.width;
  canvas.height = target.height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser can’t process photos');
  context.imageSmoothingQuality = 'high';
  context.drawImage(
    bitmap,
    source.left,
    source.top,
    source.width,
    source.height,
    0,
    0,
    target.width,
    target.height,
  );
  return canvas;
}

async function toBlob(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  const webp = await fileOf(canvas, 'image/webp', quality);
  // A browser that cannot write WebP gives PNG instead, which is far too large for a photograph.
  return webp.type === 'image/webp' ? webp : fileOf(onWhite(canvas), 'image/jpeg', quality);
}

/**
 * What is drawn as a file: the one way from a canvas to bytes.
 * @throws NoisyCanvas, and NoAnswer when the browser does not write it in time.
 */
export async function fileOf(
  canvas: HTMLCanvasElement,
  type: string,
  quality: number,
): Promise<Blob> {
  expectTruth();
  const { promise, resolve, reject } = deferred<Blob>();
  canvas.toBlob(
    (blob) => (blob ? resolve(blob) : reject(new Error('The photo cannot be written'))),
    type,
    quality,
  );
  return within(promise);
}

/** JPEG knows no transparency and would paint it black. */
function onWhite(canvas: HTMLCanvasElement): HTMLCanvasElement {
  const context = canvas.getContext('2d');
  if (context) {
    context.globalCompositeOperation = 'destination-over';
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  return canvas;
}
