import type { MapPoint } from './projection.ts';
import { MAP_RATIO } from './window.ts';

/** A name beside a mark; in percent of the map. Without a mark it stands right on its place. */
export interface Label {
  text: string;
  at: MapPoint;
  unmarked?: true;
}

/** Where a label is shown: nowhere, only on a map with room, or on any; and on which side of its mark. */
interface LabelPlace {
  room: 'none' | 'wide' | 'any';
  left: boolean;
}

/** Widths of maps on a phone and where there is room, in CSS pixels. */
const PHONE = 284;
const WIDE = 600;

/** Pixels of a letter, a line and a mark, and how far the name is from the middle of its mark. */
const LETTER = 8.2;
const LINE = 18;
const MARK = 22;
const BESIDE = 15;

/** In the east of the map names have room at the left. */
const EAST = 62;

/** Which labels do not lie over each other or over marks, and at which side; the first ones come first. */
export function placeLabels(labels: readonly Label[], marks: readonly MapPoint[]): LabelPlace[] {
  const [phone, wide] = [new Sheet(PHONE, marks), new Sheet(WIDE, marks)];
  return labels.map((label) => {
    if (!label.text) return { room: 'none', left: false };
    const isEast = label.at.x > EAST;
    const sides = label.unmarked ? [false] : [isEast, !isEast];
    for (const sheets of [[phone, wide], [wide]]) {
      for (const left of sides) {
        if (!sheets.every((sheet) => sheet.isFree(label, left))) continue;
        for (const sheet of sheets) sheet.take(label, left);
        return { room: sheets.length > 1 ? 'any' : 'wide', left };
      }
    }
    return { room: 'none', left: isEast };
  });
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** A map of one width, and what lies on it. */
class Sheet {
  readonly #width: number;
  readonly #height: number;
  readonly #taken: Box[];

  constructor(width: number, marks: readonly MapPoint[]) {
    this.#width = width;
    this.#height = width / MAP_RATIO;
    this.#taken = marks.map((mark) => around(this.#pixels(mark), MARK / 2, MARK / 2));
  }

  isFree(label: Label, left: boolean): boolean {
    const box = this.#box(label, left);
    const inside =
      box.left > 4 && box.right < this.#width - 4 && box.top > 2 && box.bottom < this.#height - 2;
    return inside && !this.#taken.some((other) => overlap(box, other));
  }

  take(label: Label, left: boolean): void {
    this.#taken.push(this.#box(label, left));
  }

  #box({ text, at, unmarked }: Label, left: boolean): Box {
    const { x, y } = this.#pixels(at);
    const half = (text.length * LETTER) / 2;
    const offset = unmarked ? 0 : half + BESIDE;
    return around({ x: left ? x - offset : x + offset, y }, half, LINE / 2);
  }

  #pixels({ x, y }: MapPoint): MapPoint {
    return { x: (x / 100) * this.#width, y: (y / 100) * this.#height };
  }
}

const around = ({ x, y }: MapPoint, halfWidth: number, halfHeight: number): Box => ({
  left: x - halfWidth,
  right: x + halfWidth,
  top: y - halfHeight,
  bottom: y + halfHeight,
});

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
