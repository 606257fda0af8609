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

/** Each group stands where its first item is, so that more of them do not move it. */
export function groupedOnMap<T>(
  items: readonly T[],
  at: (item: T) => MapPoint,
  window: MapWindow,
): Group<T>[] {
  const gap = window.width * NEAREST;
  const groups: Group<T>[] = [];
  for (const item of items) {
    const point = at(item);
    const near = groups.find(
      (group) => Math.hypot(group.at.x - point.x, group.at.y - point.y) < gap,
    );
    if (near) near.items.push(item);
    else groups.push({ at: point, items: [item] });
  }
  return groups;
}
