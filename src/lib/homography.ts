/**
 * Where a flat picture stands in a photograph: the map between the unit square, whose corners are those of the
 * picture, and four corners in the photograph. Points are [x, y], y counts downwards.
 */
export type Point = readonly [x: number, y: number];

/** Top left, top right, bottom right, bottom left. */
export type Quad = readonly [Point, Point, Point, Point];

/** Nine numbers, row by row; the last row divides. */
type Homography = readonly [
  ...[number, number, number],
  ...[number, number, number],
  ...[number, number, number],
];

export const UNIT_SQUARE: Quad = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];

/** The map from the unit square to these corners (Heckbert, 1989). */
export function fromSquare([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]: Quad): Homography {
  const [dx1, dx2, sx] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3];
  const [dy1, dy2, sy] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3];
  const area = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / area;
  const h = (dx1 * sy - sx * dy1) / area;
  return [
    ...[x1 - x0 + g * x1, x3 - x0 + h * x3, x0],
    ...[y1 - y0 + g * y1, y3 - y0 + h * y3, y0],
    ...[g, h, 1],
  ] as unknown as Homography;
}

/** The map back. Its scale is such that the divisor is positive within the corners. */
export function inverse([a, b, c, d, e, f, g, h, i]: Homography): Homography {
  const back = [
    ...[e * i - f * h, c * h - b * i, b * f - c * e],
    ...[f * g - d * i, a * i - c * g, c * d - a * f],
    ...[d * h - e * g, b * g - a * h, a * e - b * d],
  ];
  const determinant = a * (back[0] as number) + b * (back[3] as number) + c * (back[6] as number);
  return back.map((value) => value / determinant) as unknown as Homography;
}

/** Where a point goes; null at or beyond the horizon. */
export function project([a, b, c, d, e, f, g, h, i]: Homography, [x, y]: Point): Point | null {
  const w = g * x + h * y + i;
  return w > 1e-6 ? [(a * x + b * y + c) / w, (d * x + e * y + f) / w] : null;
}

/** How far `p` lies to the right of the way from `a` to `b`, times the length of that way. */
function cross(a: Point, b: Point, p: Point): number {
  return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
}

/** Corners in their order, and nowhere hollow: otherwise no flat picture can look like this. */
export function isConvex(quad: Quad, least = 0): boolean {
  return edgesOf(quad).every(([a, b], i) => cross(a, b, quad[(i + 2) % 4] as Point) > least);
}

export function contains(quad: Quad, [x, y]: Point): boolean {
  return isWithin(halfPlanes(quad), x, y);
}

/** The half planes that a quad is where they meet: ax + by + c >= 0, as a, b and c of one after the other. */
export function halfPlanes(quad: Quad): Float64Array {
  return Float64Array.from(
    edgesOf(quad).flatMap(([[x0, y0], [x1, y1]]) => [
      y0 - y1,
      x1 - x0,
      (y1 - y0) * x0 - (x1 - x0) * y0,
    ]),
  );
}

/** Whether a place lies in each of these half planes. */
export function isWithin(planes: Float64Array, x: number, y: number): boolean {
  for (let i = 0; i < planes.length; i += 3)
    if ((planes[i] as number) * x + (planes[i + 1] as number) * y + (planes[i + 2] as number) < 0)
      return false;
  return true;
}

/** Top, right, bottom, left. */
export function edgesOf([a, b, c, d]: Quad): readonly (readonly [Point, Point])[] {
  return [
    [a, b],
    [b, c],
    [c, d],
    [d, a],
  ];
}

/** The corners of the same picture made larger or smaller on its wall; null where it would reach the horizon. */
export function resized(quad: Quad, size: number): Quad | null {
  const map = fromSquare(quad);
  const corners = UNIT_SQUARE.map(([x, y]) =>
    project(map, [0.5 + (x - 0.5) * size, 0.5 + (y - 0.5) * size]),
  );
  return corners.includes(null) ? null : (corners as unknown as Quad);
}

/** The same corners in other units. */
export function stretched(quad: Quad, width: number, height: number): Quad {
  return quad.map(([x, y]) => [x * width, y * height]) as unknown as Quad;
}
