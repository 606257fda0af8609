import { fromSquare, type Quad, stretched } from '#lib/homography.ts';
import type { Pixels } from './light.ts';

/** How large what lies within four corners of a picture is when it is seen straight on: as its longer sides. */
export function straightSize(quad: Quad, width: number, height: number) {
  const [a, b, c, d] = stretched(quad, width, height);
  const between = ([x0, y0]: typeof a, [x1, y1]: typeof a) => Math.hypot(x1 - x0, y1 - y0);
  return {
    width: Math.max(1, Math.round(Math.max(between(a, b), between(d, c)))),
    height: Math.max(1, Math.round(Math.max(between(b, c), between(a, d)))),
  };
}

/** Fills `into` with what lies within four corners of a picture, seen straight on. */
export function straighten(picture: Pixels, quad: Quad, into: Pixels): void {
  const { width, height } = picture;
  const [a, b, c, d, e, f, g, h, i] = fromSquare(stretched(quad, width, height));
  for (let row = 0, at = 0; row < into.height; row++) {
    const v = (row + 0.5) / into.height;
    for (let column = 0; column < into.width; column++, at += 4) {
      const u = (column + 0.5) / into.width;
      const w = g * u + h * v + i;
      copyPixel(picture, (a * u + b * v + c) / w - 0.5, (d * u + e * v + f) / w - 0.5, into, at);
    }
  }
}

/** Blends the four pixels around a place. */
function copyPixel(from: Pixels, x: number, y: number, into: Pixels, at: number): void {
  const { width, height, data } = from;
  const left = Math.min(width - 1, Math.max(0, Math.floor(x)));
  const top = Math.min(height - 1, Math.max(0, Math.floor(y)));
  const [right, bottom] = [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1)];
  const [dx, dy] = [Math.min(1, Math.max(0, x - left)), Math.min(1, Math.max(0, y - top))];
  for (let k = 0; k < 4; k++) {
    const pixel = (px: number, py: number) => data[(py * width + px) * 4 + k] as number;
    const above = pixel(left, top) * (1 - dx) + pixel(right, top) * dx;
    const below = pixel(left, bottom) * (1 - dx) + pixel(right, bottom) * dx;
    into.data[at + k] = above * (1 - dy) + below * dy;
  }
}
