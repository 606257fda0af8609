import { isConvex, type Point, type Quad } from '#lib/homography.ts';

/** The same numbers in every run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Random corners within a picture of this size, as different as hands put them: every one a flat wall seen from somewhere. */
export function randomQuads(count: number, width: number, height: number): Quad[] {
  const random = randomFrom(21);
  const within = (left: number, top: number): Point => [
    (left + random() * 0.45) * width,
    (top + random() * 0.45) * height,
  ];
  const quads: Quad[] = [];
  while (quads.length < count) {
    const quad: Quad = [
      within(0.02, 0.02),
      within(0.53, 0.02),
      within(0.53, 0.53),
      within(0.02, 0.53),
    ];
    if (isConvex(quad, width * height * 0.02)) quads.push(quad);
  }
  return quads;
}
