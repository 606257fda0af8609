import { decodeImage } from './encode-image.ts';
import { LIKENESS_SIDE, type Likeness } from './likeness.ts';
import { fitWithin } from './upload.ts';

/** First of all every picture is made this large: the small copies that it is compared with are no larger. */
const FIRST_SIDE = 320;

/** A picture as small as is enough to tell it from others, and to show which one it is. */
export function smallCopy(picture: ImageBitmap | HTMLCanvasElement): HTMLCanvasElement {
  const { width, height } = fitWithin(picture.width, picture.height, FIRST_SIDE);
  return drawn(picture, width, height);
}

/**
 * What a picture looks like from afar, by its small copy. Made smaller by halves, because browsers skip pixels where
 * the step is larger.
 */
export function likenessOf(copy: HTMLCanvasElement, ratio: number): Likeness {
  let { width, height } = copy;
  let canvas = copy;
  while (width > 2 * LIKENESS_SIDE || height > 2 * LIKENESS_SIDE) {
    width = Math.max(LIKENESS_SIDE, Math.round(width / 2));
    height = Math.max(LIKENESS_SIDE, Math.round(height / 2));
    canvas = drawn(canvas, width, height);
  }
  const small = drawn(canvas, LIKENESS_SIDE, LIKENESS_SIDE);
  const { data } = contextOf(small).getImageData(0, 0, LIKENESS_SIDE, LIKENESS_SIDE);
  return { ratio, pixels: data.filter((_, i) => i % 4 < 3) };
}

/** The same of a picture file. Throws when it is none. */
export async function likenessOfFile(file: Blob): Promise<Likeness> {
  const bitmap = await decodeImage(file);
  try {
    return likenessOf(smallCopy(bitmap), bitmap.width / bitmap.height);
  } finally {
    bitmap.close();
  }
}

function drawn(source: CanvasImageSource, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = contextOf(canvas);
  context.imageSmoothingQuality = 'high';
  // As it will be on a page: what is transparent is white.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(source, 0, 0, width, height);
  return canvas;
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser can’t process photos');
  return context;
}
