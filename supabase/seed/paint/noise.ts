import { Random } from './random.ts';

/** The side of every texture map: the longest side of a painting. */
export const MAP = 1280;

/** Smooth value noise in [0, 1] over MAP × MAP, `octaves` deep, features about `cell` pixels wide. */
export function fractalNoise(
  seed: string,
  cell: number,
  octaves: number,
  stretch = 1,
): Float32Array {
  const out = new Float32Array(MAP * MAP);
  const rng = new Random(seed);
  let amplitude = 1;
  let sum = 0;
  for (let octave = 0; octave < octaves; octave++) {
    const [sizeX, sizeY] = [
      Math.max(2, (cell * stretch) / 2 ** octave),
      Math.max(2, cell / 2 ** octave),
    ];
    addLattice(out, rng, sizeX, sizeY, amplitude);
    sum += amplitude;
    amplitude *= 0.52;
  }
  for (let i = 0; i < out.length; i++) out[i] = (out[i] ?? 0) / sum;
  return out;
}

function addLattice(
  out: Float32Array,
  rng: Random,
  sizeX: number,
  sizeY: number,
  amplitude: number,
): void {
  const cols = Math.ceil(MAP / sizeX) + 2;
  const rows = Math.ceil(MAP / sizeY) + 2;
  const lattice = Float32Array.from({ length: cols * rows }, () => rng.next());
  const columns = Int32Array.from({ length: MAP }, (_, x) => Math.floor(x / sizeX));
  const weights = Float32Array.from({ length: MAP }, (_, x) =>
    ease(x / sizeX - Math.floor(x / sizeX)),
  );
  for (let y = 0; y < MAP; y++) {
    const row = Math.floor(y / sizeY);
    const v = ease(y / sizeY - row);
    const base = row * cols;
    for (let x = 0; x < MAP; x++) {
      const k = base + (columns[x] ?? 0);
      const u = weights[x] ?? 0;
      const top = (lattice[k] ?? 0) * (1 - u) + (lattice[k + 1] ?? 0) * u;
      const bottom = (lattice[k + cols] ?? 0) * (1 - u) + (lattice[k + cols + 1] ?? 0) * u;
      const i = y * MAP + x;
      out[i] = (out[i] ?? 0) + (top * (1 - v) + bottom * v) * amplitude;
    }
  }
}

const ease = (t: number): number => t * t * (3 - 2 * t);

/** One random byte per pixel: film grain, sand, the tooth of a wall. */
export function grain(seed: string): Uint8Array {
  const rng = new Random(seed);
  return Uint8Array.from({ length: MAP * MAP }, () => Math.floor(rng.next() * 256));
}
