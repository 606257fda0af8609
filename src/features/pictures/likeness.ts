/** What a picture looks like from afar, to tell whether two files show the same one. */
export interface Likeness {
  /** Width by height. */
  ratio: number;
  /** `LIKENESS_SIDE` by `LIKENESS_SIDE` pixels: red, green, blue of each. */
  pixels: Uint8Array | Uint8ClampedArray;
}

export const LIKENESS_SIDE = 16;

/**
 * How far two drawings of one picture may be apart: encoders and sizes change a pixel by a few of 255 levels, another
 * picture some pixels by many.
 */
const MEAN_DISTANCE = 4;
const LARGEST_DISTANCE = 28;
const RATIO_TOLERANCE = 0.02;

/** Whether two pictures are the same one, whatever they were encoded with and however large they are. */
export function looksSame(a: Likeness, b: Likeness): boolean {
  if (Math.abs(a.ratio / b.ratio - 1) > RATIO_TOLERANCE) return false;
  let sum = 0;
  for (const [i, level] of a.pixels.entries()) {
    const distance = Math.abs(level - (b.pixels[i] ?? 0));
    if (distance > LARGEST_DISTANCE) return false;
    sum += distance;
  }
  return sum / a.pixels.length <= MEAN_DISTANCE;
}

/** As text, to be kept beside a picture. */
export function packLikeness({ ratio, pixels }: Likeness): string {
  return `${ratio} ${btoa(String.fromCharCode(...pixels))}`;
}

/** What `packLikeness` has packed. */
export function unpackLikeness(packed: string): Likeness {
  const [ratio, text = ''] = packed.split(' ');
  return { ratio: Number(ratio), pixels: Uint8Array.from(atob(text), (c) => c.charCodeAt(0)) };
}
