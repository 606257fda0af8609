import { usableStorage } from '#browser/browser-storage.ts';
import { keptArtists, SHORTLIST_KEY } from '#features/directory/shortlist/shortlist.store.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Match } from '../lead.ts';

/** The artists this browser has saved, as they were saved. */
export const shortlist = () => keptArtists(usableStorage('localStorage'), SHORTLIST_KEY);

/**
 * Who is chosen before the person says anything: the artist whose page led here, else those of the matches whom they
 * had saved.
 */
export function preselected(
  matches: readonly Match[],
  requested: string | null,
  saved: readonly { slug: string }[] = shortlist(),
): string[] {
  if (matches.some(({ id }) => id === requested)) return requested ? [requested] : [];
  const slugs = new Set(saved.map(({ slug }) => slug));
  return matches.filter(({ slug }) => slugs.has(slug)).map(({ id }) => id);
}

/** Names that the text does not mention yet. */
export function unnamed(text: string, names: readonly string[]): string[] {
  return names.filter((name) => !text.includes(name));
}

/** The text with a line that names artists, as many as fit; null when not one does. */
export function withNames(text: string, names: readonly string[]): string | null {
  const start = text.trimEnd();
  for (let count = names.length; count > 0; count--) {
    const line = `Artists I like: ${names.slice(0, count).join(', ')}.`;
    const longer = start ? `${start}\n\n${line}` : line;
    if ([...longer].length <= LIMITS.projectMax) return longer;
  }
  return null;
}
