import { STYLES, type StyleOption } from '#lib/options.ts';

/**
 * The style of the form that most of the chosen murals have; of equals the first in the form's order, `other` where none
 * of them has one, null without murals.
 */
export function styleOfMurals(
  murals: readonly { styles: readonly string[] }[],
): StyleOption | null {
  if (murals.length === 0) return null;
  const votes = (style: string) =>
    murals.filter(({ styles }) => styles.some((own) => own.toLowerCase().includes(style))).length;
  const named = STYLES.filter((style) => style !== 'other');
  const best = named.toSorted((a, b) => votes(b) - votes(a))[0];
  return best && votes(best) > 0 ? best : 'other';
}
