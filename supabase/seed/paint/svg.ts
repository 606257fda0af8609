/** Short builders for the little SVG that the painter needs. Coordinates are rounded to keep files small. */
export type Point = readonly [x: number, y: number];
export type Attributes = Record<string, string | number | undefined>;

export const n = (value: number): string => String(Math.round(value * 10) / 10);

function attributes(values: Attributes): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(
      ([key, value]) =>
        ` ${key}="${typeof value === 'number' ? Math.round(value * 1000) / 1000 : value}"`,
    )
    .join('');
}

/**
 * Puts `opacity` on the fill or the stroke where a shape has only one of them: it looks the same, and spares the
 * renderer an off-screen layer for each shape.
 */
function painted(fill: string, { opacity, ...extra }: Attributes): Attributes {
  if (opacity === undefined) return { fill, ...extra };
  if (extra.stroke === undefined) return { fill, 'fill-opacity': opacity, ...extra };
  return fill === 'none'
    ? { fill, 'stroke-opacity': opacity, ...extra }
    : { fill, opacity, ...extra };
}

export const path = (d: string, fill: string, extra: Attributes = {}): string =>
  `<path d="${d}"${attributes(painted(fill, extra))}/>`;

export const circle = (
  x: number,
  y: number,
  r: number,
  fill: string,
  extra: Attributes = {},
): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(Math.max(r, 0))}"${attributes(painted(fill, extra))}/>`;

export const ellipse = (
  x: number,
  y: number,
  rx: number,
  ry: number,
  fill: string,
  extra: Attributes = {},
): string =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}"${attributes(painted(fill, extra))}/>`;

export const rect = (
  x: number,
  y: number,
  w: number,
  h: number,
  fill: string,
  extra: Attributes = {},
): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(Math.max(w, 0))}" height="${n(Math.max(h, 0))}"${attributes(painted(fill, extra))}/>`;

/** An open line with round ends. */
export const stroke = (d: string, color: string, width: number, extra: Attributes = {}): string =>
  path(d, 'none', {
    stroke: color,
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    ...extra,
  });

export const group = (content: string, extra: Attributes = {}): string =>
  `<g${attributes(extra)}>${content}</g>`;

export const at = (
  x: number,
  y: number,
  scale: number,
  content: string,
  rotate = 0,
  flip = 1,
): string =>
  group(content, {
    transform: `translate(${n(x)} ${n(y)}) rotate(${n(rotate)}) scale(${(scale * flip).toFixed(3)} ${scale.toFixed(3)})`,
  });

export const polygon = (points: readonly Point[]): string =>
  `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}Z`;

export const polyline = (points: readonly Point[]): string =>
  `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}`;

/** A smooth curve through the points (Catmull-Rom as Béziers). */
export function smooth(points: readonly Point[], closed = false): string {
  const count = points.length;
  const get = (i: number): Point => {
    const index = closed ? (i + count) % count : Math.max(0, Math.min(count - 1, i));
    return points[index] ?? [0, 0];
  };
  const [startX, startY] = get(0);
  let d = `M${n(startX)} ${n(startY)}`;
  for (let i = 0; i < (closed ? count : count - 1); i++) {
    const [p0, p1, p2, p3] = [get(i - 1), get(i), get(i + 1), get(i + 2)];
    d += `C${n(p1[0] + (p2[0] - p0[0]) / 6)} ${n(p1[1] + (p2[1] - p0[1]) / 6)} ${n(p2[0] - (p3[0] - p1[0]) / 6)} ${n(p2[1] - (p3[1] - p1[1]) / 6)} ${n(p2[0])} ${n(p2[1])}`;
  }
  return closed ? `${d}Z` : d;
}

/** Where one arrives from (x, y) in a direction given in degrees (0 is right, -90 is up). */
export function polar(x: number, y: number, degrees: number, distance: number): Point {
  const radians = (degrees * Math.PI) / 180;
  return [x + Math.cos(radians) * distance, y + Math.sin(radians) * distance];
}

/** `count` numbers from 0 to count - 1, mapped and joined. */
export const repeat = (count: number, draw: (i: number) => string): string =>
  Array.from({ length: Math.max(0, count) }, (_, i) => draw(i)).join('');
