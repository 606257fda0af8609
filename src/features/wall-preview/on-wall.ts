import { decodeImage } from '#features/pictures/encode-image.ts';
import { isConvex } from '#lib/homography.ts';
import { createRenderer } from './gl-renderer.ts';
import { drawn, levelsOf, lightOf } from './sources.ts';
import type { PlaceOnWall } from './wall-preview-options.ts';

/** Longest side of what is drawn. */
const SIDE = 1600;

/** A picture on the photograph of a wall, by the painter of the wall preview. Throws when either is no picture. */
export async function drawnOnWall(
  photo: Blob,
  picture: Blob,
  { corners, strength }: PlaceOnWall,
): Promise<HTMLCanvasElement> {
  const [ground, paint] = await Promise.all([decodeImage(photo), decodeImage(picture)]);
  const wall = drawn(ground, SIDE);
  const levels = levelsOf(paint);
  ground.close();
  paint.close();
  // Where no flat picture could look like that, the bare wall.
  if (!isConvex(corners)) return wall;
  const sources = { wall, levels, light: lightOf(wall) };
  const renderer = createRenderer(sources);
  const { width, height } = wall;
  renderer.draw({ quad: corners, strength, fine: true, width, height });
  const seen = drawn(renderer.canvas, SIDE);
  renderer.dispose();
  return seen;
}
