import { distance, type Hex } from './color.ts';
import { PALETTES, type Palette, type PaletteName } from './palettes.ts';
import { Random } from './random.ts';
import { n, rect } from './svg.ts';

/** What a subject paints on: a size, a palette, a seeded generator and the shared definitions. */
export class Canvas {
  readonly w: number;
  readonly h: number;
  readonly palette: Palette;
  readonly rng: Random;
  /** The shorter side: a natural unit for motifs. */
  readonly unit: number;
  readonly #defs: string[] = [];

  constructor(w: number, h: number, palette: PaletteName, seed: string) {
    this.w = w;
    this.h = h;
    this.palette = PALETTES[palette];
    this.rng = new Random(seed);
    this.unit = Math.min(w, h);
  }

  accent(i: number): Hex {
    const { accents } = this.palette;
    return accents[((i % accents.length) + accents.length) % accents.length] ?? accents[0];
  }

  /** The palette's colour of sunlight: the accent nearest to marigold. */
  get sun(): Hex {
    const warmth = (color: Hex) => distance(color, '#f7b440');
    return this.palette.accents.reduce((best, color) =>
      warmth(color) < warmth(best) ? color : best,
    );
  }

  /** A definition that can be referred to; `make` gets the id. */
  define(make: (id: string) => string): string {
    const id = `d${this.#defs.length}`;
    this.#defs.push(make(id));
    return `url(#${id})`;
  }

  /** A linear gradient over evenly spaced stops; degrees 90 runs downwards. */
  gradient(colors: readonly string[], degrees = 90): string {
    const radians = (degrees * Math.PI) / 180;
    const [dx, dy] = [Math.cos(radians) / 2, Math.sin(radians) / 2];
    return this.define(
      (id) =>
        `<linearGradient id="${id}" x1="${(0.5 - dx).toFixed(3)}" y1="${(0.5 - dy).toFixed(3)}" x2="${(0.5 + dx).toFixed(3)}" y2="${(0.5 + dy).toFixed(3)}">${stops(colors)}</linearGradient>`,
    );
  }

  radial(colors: readonly string[]): string {
    return this.define((id) => `<radialGradient id="${id}">${stops(colors)}</radialGradient>`);
  }

  /** Shows `content` only where `shape` is white. */
  masked(shape: string, content: string): string {
    const mask = this.define(
      (id) =>
        `<mask id="${id}" maskUnits="userSpaceOnUse" x="0" y="0" width="${n(this.w)}" height="${n(this.h)}">${shape}</mask>`,
    );
    return `<g mask="${mask}">${content}</g>`;
  }

  clipped(shape: string, content: string): string {
    const clip = this.define((id) => `<clipPath id="${id}">${shape}</clipPath>`);
    return `<g clip-path="${clip}">${content}</g>`;
  }

  fill(paint: string): string {
    return rect(0, 0, this.w, this.h, paint);
  }

  /** The definitions so far, to be written before what uses them. */
  defs(): string {
    return `<defs>${this.#defs.join('')}</defs>`;
  }
}

/** Colours may carry an alpha as `#rrggbb/0.4`. */
function stops(colors: readonly string[]): string {
  return colors
    .map((color, i) => {
      const [value, alpha] = color.split('/');
      const offset = colors.length === 1 ? 0 : i / (colors.length - 1);
      return `<stop offset="${n(offset * 100)}%" stop-color="${value}"${alpha ? ` stop-opacity="${alpha}"` : ''}/>`;
    })
    .join('');
}
