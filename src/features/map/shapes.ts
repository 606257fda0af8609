import { once } from '#lib/once.ts';
import COUNTIES from './counties.json' with { type: 'json' };
import TEXAS from './texas.json' with { type: 'json' };

/** A piece of land on the map. */
interface Shape {
  /** Its least and greatest `x` and `y`. */
  west: number;
  north: number;
  east: number;
  south: number;
  /** As SVG writes it. */
  path: string;
}

/** A part of the map. */
export interface MapWindow {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The land in a window: its counties, or the outline of Texas where counties would be too small to tell apart. */
export function landIn(window: MapWindow): Shape[] {
  return (window.width <= WIDEST_WITH_COUNTIES ? counties() : texas()).filter(
    ({ west, north, east, south }) =>
      east > window.x &&
      west < window.x + window.width &&
      south > window.y &&
      north < window.y + window.height,
  );
}

/** About 280 miles: more counties would neither be told apart nor fit into what a map may weigh. */
const WIDEST_WITH_COUNTIES = 4000;

const counties = once(() => COUNTIES.map(shape));
const texas = once(() => TEXAS.map(shape));

/** A line is a box and a path. */
function shape(line: string): Shape {
  const [box = '', path = ''] = line.split('|');
  const [west = 0, north = 0, east = 0, south = 0] = box.split(' ').map(Number);
  return { west, north, east, south, path };
}
