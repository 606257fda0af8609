import { readFile } from 'node:fs/promises';
import path from 'node:path';
import subsetFont from 'subset-font';
import { ROOT } from '#node/root.ts';
import { DRAWABLE } from '#publish/pictures/previews.ts';

const ASCII = Array.from({ length: 95 }, (_, i) => String.fromCodePoint(32 + i)).join('');
/** What nearly every page needs of a face: English, Spanish, the letters of German and French names, and signs. */
const CORE = `${ASCII}áéíóúüñÁÉÍÓÚÜÑ¿¡äößÄÖàâçèêëîïôœùÇÈ©°·×–—‘’“”•…←↑→↓`;
/** What neither face draws. Without a glyph of ours the browser asks the system for one, in every size and weight. */
const SIGNS = '★⭐♡♥✕';
/** Spacing, accents, and the figures of tables; a face has more that nobody asks for here. */
const FEATURES = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'liga', 'tnum'];

const ALL = Array.from({ length: 0x2100 }, (_, point) => String.fromCodePoint(point));

interface Face {
  name: string;
  /** The package, and the file in it. */
  from: string;
  file: string;
  characters: string;
  /** Its own kerning and forms, where none are named. */
  features?: readonly string[];
  targetFormat?: 'truetype';
  variationAxes?: Record<string, { min: number; max: number }>;
}

const FACES: readonly Face[] = [
  {
    name: 'figtree-core',
    from: '@fontsource-variable/figtree',
    file: 'figtree-latin-wght-normal.woff2',
    characters: CORE,
    features: FEATURES,
    variationAxes: { wght: { min: 400, max: 700 } },
  },
  {
    name: 'protest-strike-core',
    from: '@fontsource/protest-strike',
    file: 'protest-strike-latin-400-normal.woff2',
    characters: CORE,
    features: FEATURES,
  },
  {
    // What draws previews of links reads no web fonts.
    name: 'protest-strike-preview',
    from: '@fontsource/protest-strike',
    file: 'protest-strike-latin-400-normal.woff2',
    characters: ALL.filter((sign) => DRAWABLE.test(sign)).join(''),
    targetFormat: 'truetype' as const,
  },
  {
    name: 'signs',
    from: '@fontsource/noto-sans-symbols-2',
    file: 'noto-sans-symbols-2-symbols-400-normal.woff2',
    characters: SIGNS,
    features: [],
  },
];

export const FONTS_DIR = path.join(ROOT, 'src/styles/fonts');

/**
 * The font files that every page loads, by name, and their licences, which have to come with them. They are kept in
 * the project, since they seldom change.
 */
export async function coreFonts(): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const { name, from, file, characters, features, ...options } of FACES) {
    const forPages = options.targetFormat === undefined;
    const folder = path.join(ROOT, 'node_modules', from);
    const whole = await readFile(path.join(folder, 'files', file));
    const small = await subsetFont(whole, characters, {
      targetFormat: 'woff2',
      noHinting: forPages,
      ...(features && { keepFeatures: [...features] }),
      ...options,
    });
    files.set(`${name}.${forPages ? 'woff2' : 'ttf'}`, small);
    files.set(`${name}-LICENSE`, await readFile(path.join(folder, 'LICENSE')));
  }
  return files;
}

/** The characters of each of those that pages load, by file name, as CSS names them in `unicode-range`. */
export function unicodeRanges(): Map<string, string> {
  const forPages = FACES.filter(({ targetFormat }) => targetFormat === undefined);
  return new Map(forPages.map(({ name, characters }) => [`${name}.woff2`, rangeOf(characters)]));
}

function rangeOf(characters: string): string {
  const points = [...characters].map((sign) => sign.codePointAt(0) ?? 0).sort((a, b) => a - b);
  const runs: [number, number][] = [];
  for (const point of points) {
    const last = runs.at(-1);
    if (last && point === last[1] + 1) last[1] = point;
    else runs.push([point, point]);
  }
  const hex = (point: number) => point.toString(16);
  return runs.map(([a, b]) => `U+${hex(a)}${b > a ? `-${hex(b)}` : ''}`).join(', ');
}
