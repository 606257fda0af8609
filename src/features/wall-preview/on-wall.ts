import { decodeImage } from '#features/pictures/encode-image.ts';
import { isConvex } from '#lib/homography.ts';
import { createRenderer } from './gl-renderer.ts';
import { drawn, lightOf, MURAL_SIDE } from './sources.ts';
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
  const mural = drawn(paint, MURAL_SIDE);
  ground.close();
  paint.close();
  // Where no flat picture could look like that, the bare wall.
  if (!isConvex(corners)) return wall;
  const renderer = createRenderer({ wall, mural, light: lightOf(wall) });
  const { width, height } = wall;
  renderer.draw({ quad: corners, strength, width, height });
  const seen = drawn(renderer.canvas, SIDE);
  renderer.dispose();
  return seen;
}
