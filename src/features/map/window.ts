import type { MapPoint } from './projection.ts';
import type { MapWindow } from './shapes.ts';

/** Width by height of every map. */
export const MAP_RATIO = 4 / 3;

/** Around a point, so many units wide. */
export function windowAround({ x, y }: MapPoint, width: number): MapWindow {
  const height = Math.round(width / MAP_RATIO);
  return { x: tenth(x - width / 2), y: tenth(y - height / 2), width, height };
}

/** Room at each side of what a map is made for, as a share of its width. */
const MARGIN = 0.12;

/** The smallest window, but at least so wide, that shows all of the points with some room around them. */
export function windowOver(points: readonly MapPoint[], least: number): MapWindow {
  const [west, east] = extent(points.map(({ x }) => x));
  const [north, south] = extent(points.map(({ y }) => y));
  const tight = Math.max(east - west, (south - north) * MAP_RATIO);
  const width = Math.max(least, Math.round(tight / (1 - 2 * MARGIN)));
  return windowAround({ x: (west + east) / 2, y: (north + south) / 2 }, width);
}

const extent = (values: readonly number[]): [number, number] =>
  values.length > 0 ? [Math.min(...values), Math.max(...values)] : [0, 0];

/** Where a point lies in a window, in percent of its width and height. */
export function percentIn({ x, y, width, height }: MapWindow, point: MapPoint): MapPoint {
  return { x: tenth(((point.x - x) / width) * 100), y: tenth(((point.y - y) / height) * 100) };
}

export const isInside = (window: MapWindow, point: MapPoint): boolean => {
  const { x, y } = percentIn(window, point);
  return x > EDGE && x < 100 - EDGE && y > EDGE && y < 100 - EDGE;
};

/** A mark this near to the edge, in percent, would be cut off. */
const EDGE = 2;

const tenth = (value: number) => Math.round(value * 10) / 10;
