import { describe, expect, it } from 'vitest';
import { fromSquare, type Point, project, type Quad, stretched } from '#lib/homography.ts';
import { randomQuads } from '#tests/support/quads.ts';
import { brightnessIn, lightMap, type Pixels } from './light.ts';
import { boxOf, levelFor, paintMural } from './paint.ts';

const WIDTH = 320;
const HEIGHT = 240;
const shares = (quad: Quad): Quad => stretched(quad, 1 / WIDTH, 1 / HEIGHT);

function filled(width: number, height: number, colour: (x: number, y: number) => number[]): Pixels {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let i = 0; i < width * height; i++)
    data.set(colour(i % width, Math.floor(i / width)), i * 4);
  return { width, height, data };
}
const grey = (level: number) => () => [level, level, level];
const BARE = filled(WIDTH, HEIGHT, grey(255));

interface Painting {
  quad: Quad;
  wall?: Pixels;
  mural?: Pixels;
  mask?: Pixels | null;
  strength?: number;
  fine?: boolean;
}

/** What is seen, and the colour at a pixel. */
function painted({ quad, wall, mural, mask = null, strength = 0, fine = true }: Painting) {
  const bare = wall ?? BARE;
  const out = bare.data.slice();
  const light = lightMap(
    filled(48, 36, (x, y) => [...at(bare, ((x + 0.5) * WIDTH) / 48, ((y + 0.5) * HEIGHT) / 36)]),
  );
  paintMural(out, {
    ...{ wall: bare, mural: mural ?? CORNERS, light, mask, strength, fine },
    quad: shares(quad),
  });
  return { ...bare, data: out };
}
const at = ({ data, width }: Pixels, x: number, y: number) => {
  const start = (Math.floor(y) * width + Math.floor(x)) * 4;
  return [...data.subarray(start, start + 3)] as [number, number, number];
};

/** A test picture: each quarter, and so each corner, in a colour of its own. */
const COLOURS: [number, number, number][] = [
  [220, 0, 0],
  [0, 160, 0],
  [0, 0, 220],
  [0, 0, 0],
];
const quarter = (x: number, y: number) => (y < 100 ? (x < 100 ? 0 : 1) : x < 100 ? 3 : 2);
const CORNERS = filled(200, 200, (x, y) => COLOURS[quarter(x, y)] as number[]);

/**
 * Where two sides of what was painted meet, from pixels alone: each side's line through the places along it where the
 * wall turns into paint, measured by how much of a pixel is paint.
 */
function seenCorners(picture: Pixels, quad: Quad): Point[] {
  const share = (x: number, y: number) => {
    const [r, g, b] = at(picture, x, y);
    // White wall; every colour of the picture has a channel at nothing.
    return 1 - Math.min(r, g, b) / 255;
  };
  const lines = quad.map((from, i) => {
    const to = quad[(i + 1) % 4] as Point;
    const normal: Point = unit([from[1] - to[1], to[0] - from[0]]);
    const edge = [0.15, 0.3, 0.45, 0.55, 0.7, 0.85].map((t): Point => {
      const [x, y] = [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t];
      // How much paint there is from 6 px outside to 6 px inside says where it begins.
      let paint = 0;
      const steps = 240;
      for (let n = 0; n < steps; n++) {
        const d = -6 + (12 * (n + 0.5)) / steps;
        paint += (share(x + normal[0] * d, y + normal[1] * d) * 12) / steps;
      }
      const begins = 6 - paint;
      return [x + normal[0] * begins, y + normal[1] * begins];
    });
    return fitted(edge);
  });
  return lines.map((line, i) => crossing(lines[(i + 3) % 4] as Line, line));
}
type Line = { through: Point; along: Point };
const unit = ([x, y]: Point): Point => [x / Math.hypot(x, y), y / Math.hypot(x, y)];

function fitted(points: Point[]): Line {
  const mean = (k: 0 | 1) => points.reduce((sum, p) => sum + p[k], 0) / points.length;
  const [mx, my] = [mean(0), mean(1)];
  let [xx, xy, yy] = [0, 0, 0];
  for (const [x, y] of points) {
    xx += (x - mx) ** 2;
    xy += (x - mx) * (y - my);
    yy += (y - my) ** 2;
  }
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  return { through: [mx, my], along: [Math.cos(angle), Math.sin(angle)] };
}

function crossing(a: Line, b: Line): Point {
  const [dx, dy] = [b.through[0] - a.through[0], b.through[1] - a.through[1]];
  const t =
    (dx * b.along[1] - dy * b.along[0]) / (a.along[0] * b.along[1] - a.along[1] * b.along[0]);
  return [a.through[0] + a.along[0] * t, a.through[1] + a.along[1] * t];
}

describe('a test picture on 100 random walls', () => {
  it.each(randomQuads(100, WIDTH, HEIGHT).map((quad, i) => [i, quad] as const))(
    'has its corners within a pixel of where the homography puts them (%i)',
    (_, quad) => {
      const picture = painted({ quad });
      const map = fromSquare(quad);
      for (const [i, seen] of seenCorners(picture, quad).entries()) {
        const [x, y] = quad[i] as Point;
        expect(Math.hypot(seen[0] - x, seen[1] - y)).toBeLessThan(1);
        // And it is that corner of the picture, not another one.
        const just: Point = [i % 3 === 0 ? 0.1 : 0.9, i < 2 ? 0.1 : 0.9];
        const [px, py] = project(map, just) as Point;
        expect(at(picture, px, py)).toEqual(COLOURS[i]);
      }
    },
  );
});

const MIDDLE: Quad = [
  [66, 54],
  [254, 54],
  [254, 186],
  [66, 186],
];
const WHITE = filled(64, 64, grey(255));
const total = (colour: readonly number[]) => colour.reduce((a, b) => a + b, 0);

describe('the light of the wall', () => {
  it('leaves a plain picture as it is at no strength', () => {
    const mural = filled(64, 64, () => [200, 100, 50]);
    const wall = filled(WIDTH, HEIGHT, (x) => [x % 9 ? 160 : 90, 90, 80]);
    expect(at(painted({ quad: MIDDLE, wall, mural }), 160, 120)).toEqual([200, 100, 50]);
  });

  it('shows its joints, the more the stronger', () => {
    const wall = filled(WIDTH, HEIGHT, (_, y) => grey(y % 12 < 2 ? 90 : 170)());
    const contrast = [0, 0.4, 0.8, 1].map((strength) => {
      const picture = painted({ quad: MIDDLE, wall, mural: WHITE, strength });
      return total(at(picture, 160, 125)) - total(at(picture, 160, 121));
    });
    expect(contrast[0]).toBe(0);
    expect(contrast.toSorted((a, b) => a - b)).toEqual(contrast);
    expect(contrast.at(-1)).toBeGreaterThan(150);
  });

  it('keeps a shadow that lies across it', () => {
    const wall = filled(WIDTH, HEIGHT, (x) => grey(x < 160 ? 200 : 90)());
    const picture = painted({ quad: MIDDLE, wall, mural: WHITE, strength: 1 });
    expect(total(at(picture, 220, 120))).toBeLessThan(total(at(picture, 100, 120)) * 0.85);
  });

  it.each([20, 50, 90])('does not drown the mural on a wall as dark as %i', (level) => {
    const wall = filled(WIDTH, HEIGHT, grey(level));
    const picture = painted({ quad: MIDDLE, wall, mural: WHITE, strength: 1 });
    expect(at(picture, 160, 120)[0]).toBeGreaterThan(130);
  });

  it('is the brightness under the mural, not of the sky beside it', () => {
    const light = lightMap(filled(96, 72, (x) => grey(x < 48 ? 250 : 60)()));
    const right: Quad = [
      [0.6, 0.2],
      [0.95, 0.2],
      [0.95, 0.8],
      [0.6, 0.8],
    ];
    expect(brightnessIn(light, right)).toBeLessThan(0.3);
    expect(brightnessIn(light, shares(MIDDLE))).toBeGreaterThan(0.4);
  });
});

describe('what stands in front', () => {
  it('hides the mural where it was painted, and only there', () => {
    const mask: Pixels = filled(WIDTH / 2, HEIGHT / 2, () => [0, 0, 0]);
    for (let i = 0; i < mask.data.length / 4; i++)
      mask.data[i * 4 + 3] = i % mask.width < mask.width / 2 ? 255 : 0;
    const picture = painted({ quad: MIDDLE, mask });
    expect(at(picture, 100, 80)).toEqual([255, 255, 255]);
    expect(at(picture, 220, 80)).toEqual(COLOURS[1]);
  });
});

it('stays within the picture where a wall goes on beyond it', () => {
  const beyond: Quad = [
    [-130, -60],
    [470, -80],
    [440, 340],
    [-70, 320],
  ];
  expect(boxOf(beyond, WIDTH, HEIGHT)).toEqual({ left: 0, top: 0, right: WIDTH, bottom: HEIGHT });
  expect(at(painted({ quad: beyond }), 2, 2)).toEqual(COLOURS[0]);
});

it('takes the copy of the mural that has about a texel for each pixel', () => {
  const mural = { width: 1600, height: 1600 };
  const square = (side: number): Quad => [
    [0, 0],
    [side, 0],
    [side, side],
    [0, side],
  ];
  expect([3000, 1600, 800, 400, 100, 2].map((side) => levelFor(mural, square(side), 7))).toEqual([
    0, 0, 1, 2, 4, 6,
  ]);
});
