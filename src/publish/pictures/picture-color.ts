/** Of each channel, as `placeholderClass` reads a color. */
const LEVEL_BITS = 6;

/** What is less of a picture does not stand for it. */
const LEAST_SHARE = 0.03;

/** A gray that is all over a picture counts as a color that is on so much of it. */
const GREY_WEIGHT = 0.04;

interface Cell {
  count: number;
  sum: [number, number, number];
}

/**
 * The color that a picture is remembered by, which stands in its place until it is there: of those that are on a good part
 * of it the one with the most color, since a painted wall is mostly plaster and sky. Grays only where there is nothing else.
 * @param pixels red, green and blue, one after the other.
 */
export function rememberedColor(pixels: Uint8Array): string {
  const cells = new Map<number, Cell>();
  for (let i = 0; i + 2 < pixels.length; i += 3) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(i, i + 3);
    const key = keyOf(red, green, blue);
    const cell = cells.get(key) ?? { count: 0, sum: [0, 0, 0] };
    cell.count += 1;
    cell.sum[0] += red;
    cell.sum[1] += green;
    cell.sum[2] += blue;
    cells.set(key, cell);
  }
  const least = (pixels.length / 3) * LEAST_SHARE;
  const [best] = [...cells]
    .map(([key, cell]) => ({ cell, score: scoreOf(key, cell, least) }))
    .sort((a, b) => b.score - a.score);
  return best ? meanOf(best.cell) : '#808080';
}

const keyOf = (red: number, green: number, blue: number) =>
  ((red >> LEVEL_BITS) << 4) | ((green >> LEVEL_BITS) << 2) | (blue >> LEVEL_BITS);

function scoreOf(key: number, { count, sum }: Cell, least: number): number {
  if (count < least) return 0;
  const isGrey = key >> 4 === ((key >> 2) & 3) && key >> 4 === (key & 3);
  const chroma = (Math.max(...sum) - Math.min(...sum)) / count / 255;
  return count * (isGrey ? GREY_WEIGHT : chroma);
}

const meanOf = ({ count, sum }: Cell) =>
  `#${sum
    .map((value) =>
      Math.round(value / count)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
