import { fitWithin } from '#features/pictures/upload.ts';
import { LIGHT_SIDE, type LightMap, lightMap, type Pixels } from './picture/light.ts';

/** What a renderer draws from. */
export interface Sources {
  wall: HTMLCanvasElement;
  mural: HTMLCanvasElement;
  light: LightMap;
}

/** Longest sides: more is not seen on a screen, and costs a phone its memory. */
export const MURAL_SIDE = 1920;

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

export const lightOf = (wall: HTMLCanvasElement): LightMap =>
  lightMap(pixelsOf(drawn(wall, LIGHT_SIDE)));
