import type { MapPoint } from './projection.ts';
import type { MapWindow } from './shapes.ts';

/** Marks on a phone's map must not be nearer than a finger is wide: 24 of 320 pixels, and some more. */
const NEAREST = 0.08;

/** What lies so close together that one mark stands for all of it. */
export interface Group<T> {
  at: MapPoint;
  /** In the order of the list; at least one. */
  items: [T, ...T[]];
}

/**
 * Each group stands where its first item is, so that more of them do not move it. Once there are `most`, whatever is
 * left joins the nearest one.
 */
export function groupedOnMap<T>(
  items: readonly T[],
  at: (item: T) => MapPoint,
  window: MapWindow,
  { most = Number.POSITIVE_INFINITY } = {},
): Group<T>[] {
  const gap = window.width * NEAREST;
  const groups: Group<T>[] = [];
  for (const item of items) {
    const point = at(item);
    const distance = (group: Group<T>) => Math.hypot(group.at.x - point.x, group.at.y - point.y);
    const near =
      groups.length < most
        ? groups.find((group) => distance(group) < gap)
        : groups.reduce((a, b) => (distance(b) < distance(a) ? b : a));
    if (near) near.items.push(item);
    else groups.push({ at: point, items: [item] });
  }
  return groups;
}
