import { clamp } from '#lib/clamp.ts';
import { isConvex, type Point, type Quad, resized } from '#lib/homography.ts';

/** Where a mural stands on a photograph. Places are shares of the photograph. */
export interface Composition {
  /** The mural's corners at its full size. */
  plane: Quad;
  /** How large it is on its plane; 1 is full. */
  size: number;
  strength: number;
}

export const SIZES = { least: 0.2, most: 1.6, step: 0.02 } as const;
const FIRST_STRENGTH = 0.85;

/** How much of the photograph the mural takes at first. */
const FIRST_SHARE = 0.6;

/** No smaller than this, as twice a share of the photograph's area: its corners could not be told apart any more. */
const LEAST_AREA = 0.0004;

/** A corner may stand outside the photograph, where a wall goes on. */
const BEYOND = 0.5;

/** In the middle of the photograph, in its own proportions (width by height). */
export function firstComposition(mural: number, photo: number): Composition {
  const width = FIRST_SHARE * Math.min(1, mural / photo);
  const height = FIRST_SHARE * Math.min(1, photo / mural);
  const [left, top] = [(1 - width) / 2, (1 - height) / 2];
  const [right, bottom] = [left + width, top + height];
  const plane: Quad = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
  return { plane, size: 1, strength: FIRST_STRENGTH };
}

/** The corners as they are seen. */
export function cornersOf({ plane, size }: Composition): Quad {
  return size === 1 ? plane : (resized(plane, size) ?? plane);
}

/** One corner at another place; as it was where no flat picture could look like that. */
export function withCorner(composition: Composition, corner: number, to: Point): Composition {
  const at = kept(to);
  const corners = cornersOf(composition).map((old, i) => (i === corner ? at : old));
  const quad = corners as unknown as Quad;
  if (!isConvex(quad, LEAST_AREA)) return composition;
  const plane = resized(quad, 1 / composition.size);
  // So far in perspective that the full size would reach the horizon: what is seen becomes the full size.
  if (!plane || !isConvex(plane, LEAST_AREA)) return { ...composition, plane: quad, size: 1 };
  return { ...composition, plane, size: composition.size };
}

/** All of it moved; its middle stays on the photograph. */
export function movedBy(composition: Composition, [dx, dy]: Point): Composition {
  const corners = cornersOf(composition);
  const middle = (axis: 0 | 1) => corners.reduce((sum, corner) => sum + corner[axis], 0) / 4;
  const x = clamp(middle(0) + dx, 0, 1) - middle(0);
  const y = clamp(middle(1) + dy, 0, 1) - middle(1);
  const plane = composition.plane.map((corner) => [corner[0] + x, corner[1] + y]);
  return { ...composition, plane: plane as unknown as Quad };
}

/** Larger or smaller on its wall; as it was where it would reach the horizon. */
export function withSize(composition: Composition, size: number): Composition {
  const quad = resized(composition.plane, size);
  return quad && isConvex(quad, LEAST_AREA) ? { ...composition, size } : composition;
}

const kept = ([x, y]: Point): Point => [
  clamp(x, -BEYOND, 1 + BEYOND),
  clamp(y, -BEYOND, 1 + BEYOND),
];

/** What was done, one step after the other. */
export interface History {
  now: Composition;
  past: readonly Composition[];
  /** Steps of one kind in a row are undone at once, as when a key is held. */
  kind: string;
}

export const newHistory = (now: Composition): History => ({ now, past: [], kind: '' });

export function done(history: History, now: Composition, kind: string): History {
  if (now === history.now) return history;
  const goesOn = kind !== '' && kind === history.kind;
  return { now, kind, past: goesOn ? history.past : [...history.past, history.now] };
}

export function undone({ now, past }: History): History {
  const before = past.at(-1);
  return { now: before ?? now, past: past.slice(0, -1), kind: '' };
}
