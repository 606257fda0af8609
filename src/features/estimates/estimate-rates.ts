import type { StyleOption } from '#lib/options.ts';

/** How much there is to paint in a square foot; published prices fall into these four kinds. Shown by their labels. */
export const COMPLEXITIES = ['simple', 'graphic', 'realistic', 'detailed'] as const;
export type Complexity = (typeof COMPLEXITIES)[number];

export const COMPLEXITY_LABELS: Record<Complexity, { name: string; text: string }> = {
  simple: { name: 'Lettering and shapes', text: 'Flat colors, cartoon figures' },
  graphic: { name: 'Patterns', text: 'Abstract work, graffiti, stylized figures' },
  realistic: { name: 'Nature', text: 'Plants, landscapes and animals, loosely painted' },
  detailed: { name: 'Portraits and buildings', text: 'Fine realism' },
};

/** An open design is priced as these two, the kinds in the middle. */
export const OPEN_DESIGN = ['graphic', 'realistic'] as const satisfies readonly Complexity[];

/** What an estimate is for, within a sentence: 'portraits and buildings', 'patterns or nature' for an open design. */
export const designName = (complexity: Complexity | null): string =>
  (complexity ? [complexity] : OPEN_DESIGN)
    .map((one) => COMPLEXITY_LABELS[one].name.toLowerCase())
    .join(' or ');

/** What a style amounts to; `private.style_complexity` is the same in SQL. Null where it says nothing. */
const OF_STYLE: Record<StyleOption, Complexity | null> = {
  lettering: 'simple',
  abstract: 'graphic',
  graffiti: 'graphic',
  nature: 'realistic',
  realistic: 'detailed',
  other: null,
};

export const complexityOf = (style: string): Complexity | null =>
  Object.hasOwn(OF_STYLE, style) ? OF_STYLE[style as StyleOption] : null;

/** Up to how many square feet: each step has its own price a square foot. */
const STEP_LIMITS = { small: 100, medium: 500, large: 1000, huge: Infinity } as const;
type SizeBand = keyof typeof STEP_LIMITS;
export const SIZE_STEPS = Object.entries(STEP_LIMITS) as [SizeBand, number][];

/** The step that an area ends in; `private.size_step` is the same in SQL. */
export const sizeStep = (area: number): SizeBand =>
  SIZE_STEPS.find(([, upTo]) => area <= upTo)?.[0] ?? 'huge';

/** The city of a span, as it is called: 'city.new-braunfels-tx' is New Braunfels. */
export function cityOfRate(key: string): string {
  const words = key
    .replace(/^city\./, '')
    .split('-')
    .slice(0, -1);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}
