import { useState } from 'react';
import { type MapPoint, type Position, toMap } from '../projection.ts';
import type { MapWindow } from '../shapes.ts';
import { isInside, windowAround } from '../window.ts';

/** How wide the map may be, in units of 111 m: from two miles to most of Texas. */
const WIDTHS = [30, 60, 125, 250, 500, 1000, 2000, 4000, 8000] as const;
const TOWN = WIDTHS.indexOf(500);
const REGION = WIDTHS.indexOf(2000);

/** Between San Antonio and Austin, for a wall whose city nobody knows. */
const REGION_MIDDLE: MapPoint = toMap({ latitude: 29.8, longitude: -98.3 });

/** A press of an arrow key, as a share of the map's width. */
const STEP = 0.02;

/** Which part of the map is seen; it follows the point when that leaves it. */
export function usePicker(start: Position | null) {
  const [view, setView] = useState(() => ({
    middle: start ? toMap(start) : REGION_MIDDLE,
    level: start ? TOWN : REGION,
    focus: start ? toMap(start) : REGION_MIDDLE,
  }));
  const window: MapWindow = windowAround(view.middle, WIDTHS[view.level] ?? 500);
  const zoom = (by: 1 | -1) => () =>
    setView(({ level, focus }) => ({
      focus,
      middle: focus,
      level: Math.min(WIDTHS.length - 1, Math.max(0, level + by)),
    }));
  const show = (position: Position | null) => {
    if (!position) return;
    const focus = toMap(position);
    setView((before) => ({
      ...before,
      focus,
      middle: isInside(window, focus) ? before.middle : focus,
    }));
  };
  return { window, zoomIn: zoom(-1), zoomOut: zoom(1), show, step: window.width * STEP };
}
