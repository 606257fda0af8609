import type { MapWindow } from './shapes.ts';
import type { TownLabel } from './towns.ts';

/** A map as a page shows it. The land follows from the window; everything else is what may change. */
export interface RegionMap {
  window: MapWindow;
  marks: MapMark[];
  /** Names of towns, to find one's way by. */
  towns: TownLabel[];
}

/** One mark of a map; `x` and `y` in percent of it. */
export interface MapMark {
  x: number;
  y: number;
  href: string;
  /** All that it stands for, in words. */
  name: string;
  /** What stands beside it, where there is room. */
  text: string;
  room: 'none' | 'wide' | 'any';
  /** Whether it stands at the left. */
  left: boolean;
  /** How many places it stands for. */
  count: number;
}
