import { LIMITS } from '#lib/limits.ts';
import { STYLES, type StyleOption, SURFACES, type Surface } from '#lib/options.ts';
import type { Mural } from './mural.ts';

/** What the quote form offers for a mural's own words; 'other' where it has none like them, nothing for nothing. */
export function quoteChoices(mural: Pick<Mural, 'styles' | 'surface_type'>): {
  style: StyleOption | null;
  surface: Surface | null;
} {
  const styles = mural.styles.map((style) => style.toLowerCase());
  const surface = mural.surface_type?.toLowerCase();
  return {
    style: STYLES.find((one) => styles.includes(one)) ?? (styles.length > 0 ? 'other' : null),
    surface: SURFACES.find((one) => one === surface) ?? (surface ? 'other' : null),
  };
}

/** A description with a line that names the mural it should be like; as it is where it names it already, or has no room. */
export function withMural(text: string, title: string): string {
  const line = `Something like “${title}”.`;
  if (text.includes(line)) return text;
  const start = text.trimEnd();
  const longer = start ? `${start}\n\n${line}` : `${line}\n\n`;
  return [...longer].length <= LIMITS.projectMax ? longer : text;
}
