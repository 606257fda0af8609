import { fitWithin } from '#features/pictures/upload.ts';
import { isConvex, type Quad } from '#lib/homography.ts';
import { straighten, straightSize } from './picture/straighten.ts';
import { blank, contextOf, drawn, MURAL_SIDE, pixelsOf } from './sources.ts';

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

/** The mural of a picture, by the corners that are published with it: two shares each. */
export function cutOut(picture: HTMLImageElement, corners: readonly number[]): HTMLCanvasElement {
  const whole = drawn(picture, MURAL_SIDE);
  const at = (i: number) => [corners[i * 2] ?? Number.NaN, corners[i * 2 + 1] ?? Number.NaN];
  const quad = [0, 1, 2, 3].map(at) as unknown as Quad;
  return isConvex(quad) ? straightened(whole, quad, MURAL_SIDE) : whole;
}
