import { fractalNoise, grain, MAP } from './noise.ts';
import { Random } from './random.ts';

export const WALLS = ['brick', 'stucco', 'concrete', 'block', 'drywall', 'metal', 'wood'] as const;
export type WallKind = (typeof WALLS)[number];

/** How a wall takes light, where it sheds paint, and what shows underneath. */
export interface Wall {
  /** Brightness per pixel, 128 being neutral. */
  shade: Uint8Array;
  /** How soon paint wears off here, 0 to 255. */
  wear: Uint8Array;
  /** The bare wall. */
  color: readonly [number, number, number];
}

const COLORS: Record<WallKind, Wall['color']> = {
  brick: [158, 96, 72],
  stucco: [226, 208, 178],
  concrete: [176, 174, 168],
  block: [190, 186, 176],
  drywall: [236, 232, 224],
  metal: [168, 176, 182],
  wood: [150, 110, 76],
};

type Relief = (x: number, y: number) => number;

/** Masonry in running bond: joints are dark above and light below, each unit has its own tone. */
function masonry(unitW: number, unitH: number, joint: number, depth: number, seed: string): Relief {
  const rng = new Random(seed);
  const tones = Float32Array.from({ length: 4096 }, () => rng.range(-0.055, 0.055));
  return (x, y) => {
    const row = Math.floor(y / unitH);
    const [ox, oy] = [(x + (row % 2) * unitW * 0.5) % unitW, y - row * unitH];
    if (oy < joint * 0.5) return -depth * 1.15;
    if (oy < joint || ox < joint) return -depth * 0.7;
    const column = Math.floor((x + (row % 2) * unitW * 0.5) / unitW);
    const edge = oy > unitH - 2 ? -0.09 : oy < joint + 2 || ox < joint + 2 ? 0.08 : 0;
    return (tones[(row * 61 + column * 17) & 4095] ?? 0) + edge;
  };
}

const RELIEFS: Record<WallKind, Relief> = {
  brick: masonry(64, 22, 3.4, 0.3, 'brick'),
  block: masonry(150, 72, 4, 0.26, 'block'),
  stucco: () => 0,
  drywall: () => 0,
  concrete: (x, y) => {
    const [px, py] = [x % 427, y % 320];
    const hole = Math.hypot(Math.abs(px - 213) - 150, Math.abs(py - 160) - 110);
    if (px < 3 || py < 3) return -0.34;
    if (px < 5 || py < 5) return 0.08;
    return hole < 5 ? -0.4 : hole < 7 ? 0.1 : 0;
  },
  metal: (x) => Math.sin((x / 26) * Math.PI * 2) * 0.15 + (x % 260 < 2 ? -0.25 : 0),
  wood: (x, y) =>
    (y % 92 < 3 ? -0.42 : y % 92 < 5 ? 0.1 : 0) +
    ((x + Math.floor(y / 92) * 377) % 640 < 3 ? -0.3 : 0),
};

/** Contrast of the fine tooth and of the broad stains, per wall. */
const TOOTH: Record<WallKind, readonly [fine: number, rough: number, stain: number]> = {
  brick: [0.1, 0.1, 0.14],
  stucco: [0.08, 0.26, 0.14],
  concrete: [0.07, 0.08, 0.22],
  block: [0.12, 0.12, 0.16],
  drywall: [0.03, 0.05, 0.05],
  metal: [0.04, 0.04, 0.14],
  wood: [0.06, 0.14, 0.14],
};

const cache = new Map<WallKind, Wall>();
let shared:
  | { fine: Uint8Array; rough: Float32Array; stain: Float32Array; streak: Float32Array }
  | undefined;

/** Noise that every wall shares, made once per process. */
function textures() {
  shared ??= {
    fine: grain('grain'),
    rough: fractalNoise('rough', 13, 3),
    stain: fractalNoise('stain', 340, 5),
    streak: fractalNoise('streak', 8, 2, 14),
  };
  return shared;
}

/** The texture of a wall; the maps are large, so one of each kind is kept. */
export function wall(kind: WallKind): Wall {
  const known = cache.get(kind);
  if (known) return known;
  const { fine, rough, stain, streak } = textures();
  const [fineAmount, roughAmount, stainAmount] = TOOTH[kind];
  const relief = RELIEFS[kind];
  const shade = new Uint8Array(MAP * MAP);
  const wear = new Uint8Array(MAP * MAP);
  const body = kind === 'wood' ? streak : rough;
  for (let y = 0; y < MAP; y++) {
    for (let x = 0; x < MAP; x++) {
      const i = y * MAP + x;
      const bump = relief(x, y);
      const texture =
        slope(body, x, y) * roughAmount * 3 + ((fine[i] ?? 0) / 255 - 0.5) * fineAmount;
      const value = 1 + bump + texture + ((stain[i] ?? 0) - 0.5) * stainAmount;
      shade[i] = Math.max(0, Math.min(255, value * 128));
      const exposed =
        (stain[i] ?? 0) * 0.55 +
        (rough[i] ?? 0) * 0.35 +
        ((fine[i] ?? 0) / 255) * 0.12 +
        (bump < -0.1 ? -0.12 : bump > 0.05 ? 0.05 : 0);
      wear[i] = Math.max(0, Math.min(255, exposed * 255));
    }
  }
  const made = { shade, wear, color: COLORS[kind] };
  cache.set(kind, made);
  return made;
}

/** Light from the upper left on a height field. */
function slope(field: Float32Array, x: number, y: number): number {
  const i = y * MAP + x;
  const back = y > 0 && x > 0 ? i - MAP - 1 : i;
  return (field[i] ?? 0) - (field[back] ?? 0);
}

let wobble: Int8Array | undefined;
/** Small sideways steps that make an edge look drawn by hand. */
export function handWobble(): Int8Array {
  if (wobble) return wobble;
  const field = fractalNoise('wobble', 36, 2);
  wobble = Int8Array.from(field, (value) => Math.round((value - 0.5) * 9));
  return wobble;
}
