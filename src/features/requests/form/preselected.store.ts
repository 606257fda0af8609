import { usableStorage } from '#browser/browser-storage.ts';
import { keptArtists, SHORTLIST_KEY } from '#features/directory/shortlist/shortlist.store.ts';
import type { Match } from '../lead.ts';

/** The artists this browser has saved, as they were saved. */
const shortlist = () => keptArtists(usableStorage('localStorage'), SHORTLIST_KEY);

/**
 * Who is chosen before the person says anything: those they asked for by name, else those of the matches whom they had
 * saved.
 */
export function preselected(
  matches: readonly Match[],
  saved: readonly { slug: string }[] = shortlist(),
): string[] {
  const asked = matches.filter((match) => match.asked);
  const slugs = new Set(saved.map(({ slug }) => slug));
  const chosen = asked.length > 0 ? asked : matches.filter(({ slug }) => slugs.has(slug));
  return chosen.map(({ id }) => id);
}
