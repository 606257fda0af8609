import { fitWithin } from '#features/pictures/upload.ts';
import type { Quad } from '#lib/homography.ts';
import { LIGHT_SIDE, type LightMap, lightMap, type Pixels } from './picture/light.ts';
import { straighten, straightSize } from './picture/straighten.ts';

/** What a renderer draws from. */
export interface Sources {
  wall: HTMLCanvasElement;
  /** The mural, each half as large as the one before. */
  levels: readonly HTMLCanvasElement[];
  light: LightMap;
  /** Opaque where something stands in front. */
  mask: HTMLCanvasElement;
}

/** Longest sides: more is not seen on a screen, and costs a phone its memory. */
const MURAL_SIDE = 1920;
const MASK_SIDE = 1024;
const SMALLEST_LEVEL = 24;

type Drawable = ImageBitmap | HTMLImageElement | HTMLCanvasElement;

/** A canvas with the picture on it, at most `side` long. */
export function drawn(picture: Drawable, side: number): HTMLCanvasElement {
  const { width, height } = fitWithin(picture.width, picture.height, side);
  const canvas = blank(width, height);
  const context = contextOf(canvas);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  return canvas;
}

export function blank(width: number, height: number): HTMLCanvasElement {
  return Object.assign(document.createElement('canvas'), { width, height });
}

/** One whose pixels are read stays in the processor's memory. */
export function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser can’t process photos');
  return context;
}

export function pixelsOf(canvas: HTMLCanvasElement): Pixels {
  return contextOf(canvas).getImageData(0, 0, canvas.width, canvas.height);
}

/** What lies within four corners of a picture, seen straight on. */
export function straightened(
  picture: HTMLCanvasElement,
  corners: Quad,
  side: number,
): HTMLCanvasElement {
  const whole = straightSize(corners, picture.width, picture.height);
  const { width, height } = fitWithin(whole.width, whole.height, side);
  const canvas = blank(width, height);
  const pixels = new ImageData(width, height);
  straighten(pixelsOf(picture), corners, pixels);
  contextOf(canvas).putImageData(pixels, 0, 0);
  return canvas;
}

/** The mural, cut out of its picture where its corners are known, and its smaller copies. */
export function levelsOf(picture: Drawable, corners: Quad | null): HTMLCanvasElement[] {
  const mural = drawn(picture, MURAL_SIDE);
  const levels = [corners ? straightened(mural, corners, MURAL_SIDE) : mural];
  for (let last = levels[0]; last && Math.min(last.width, last.height) > SMALLEST_LEVEL; ) {
    last = drawn(last, Math.max(last.width, last.height) / 2);
    levels.push(last);
  }
  return levels;
}

/** An empty mask of the photograph's proportions. */
export function maskFor({ width, height }: HTMLCanvasElement): HTMLCanvasElement {
  const scale = MASK_SIDE / Math.max(width, height);
  return blank(Math.round(width * scale), Math.round(height * scale));
}

export const lightOf = (wall: HTMLCanvasElement): LightMap =>
  lightMap(pixelsOf(drawn(wall, LIGHT_SIDE)));
