import { clamp } from '#lib/clamp.ts';

/**
 * Which square of a picture becomes the profile photo.
 * `x` and `y` say where its middle is, 0 (left, top) to 1; `zoom` how much smaller than the largest square it is.
 */
export interface Crop {
  x: number;
  y: number;
  zoom: number;
}
export const CENTRED: Crop = { x: 0.5, y: 0.5, zoom: 1 };
export const MAX_ZOOM = 4;

/** The crop's square in pixels of the picture; always inside it. */
export function cropSquare(width: number, height: number, crop: Crop) {
  const size = Math.min(width, height) / clamp(crop.zoom, 1, MAX_ZOOM);
  return {
    left: clamp(crop.x * width - size / 2, 0, width - size),
    top: clamp(crop.y * height - size / 2, 0, height - size),
    size,
  };
}

/** Moves the crop by a share of its own square, as a drag does; stops at the edges without storing up distance. */
export function panned(width: number, height: number, crop: Crop, dx: number, dy: number): Crop {
  const { left, top, size } = cropSquare(width, height, crop);
  const half = size / 2;
  return {
    zoom: crop.zoom,
    x: clamp((left + half + dx * size) / width, half / width, 1 - half / width),
    y: clamp((top + half + dy * size) / height, half / height, 1 - half / height),
  };
}

/** The crop at another magnification about the same middle. */
export function zoomed(crop: Crop, zoom: number): Crop {
  return { ...crop, zoom: clamp(zoom, 1, MAX_ZOOM) };
}
