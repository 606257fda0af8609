import type { MapPoint } from './projection.ts';
import { MAP_RATIO } from './window.ts';

/** A name beside a mark; both in percent of the map. */
export interface Label {
  text: string;
  at: MapPoint;
}

/** Where a label is shown: nowhere, only on a map with room, or on any. */
export type LabelRoom = 'none' | 'wide' | 'any';

/** Widths of maps on a phone and where there is room, in CSS pixels. */
const PHONE = 300;
const WIDE = 600;
/** Pixels of a letter, a line and a mark, and how far the name is from the middle of its mark. */
const LETTER = 7.4;
const LINE = 18;
const MARK = 22;
const BESIDE = 11;

/** Names stand at the right of their marks; in the east of the map at the left, where they have room. */
export const isLeft = ({ x }: MapPoint): boolean => x > 66;

/** Which labels do not lie over each other or over marks; the first ones come first. */
export function labelRooms(labels: readonly Label[], marks: readonly MapPoint[]): LabelRoom[] {
  const [narrow, wide] = [PHONE, WIDE].map((width) => fitting(labels, marks, width));
  return labels.map((label) => {
    if (!wide?.has(label)) return 'none';
    return narrow?.has(label) ? 'any' : 'wide';
  });
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function fitting(labels: readonly Label[], marks: readonly MapPoint[], width: number): Set<Label> {
  const height = width / MAP_RATIO;
  const pixels = ({ x, y }: MapPoint) => ({ x: (x / 100) * width, y: (y / 100) * height });
  const taken = marks.map((mark) => around(pixels(mark), MARK / 2, MARK / 2));
  const shown = new Set<Label>();
  for (const label of labels) {
    const box = labelBox(label, pixels(label.at));
    const inside = box.left > 2 && box.right < width - 2 && box.top > 2 && box.bottom < height - 2;
    if (!inside || taken.some((other) => overlap(box, other))) continue;
    taken.push(box);
    shown.add(label);
  }
  return shown;
}

function labelBox({ text, at }: Label, { x, y }: MapPoint): Box {
  const half = (text.length * LETTER) / 2;
  const offset = half + BESIDE;
  return around({ x: isLeft(at) ? x - offset : x + offset, y }, half, LINE / 2);
}

const around = ({ x, y }: MapPoint, halfWidth: number, halfHeight: number): Box => ({
  left: x - halfWidth,
  right: x + halfWidth,
  top: y - halfHeight,
  bottom: y + halfHeight,
});

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
