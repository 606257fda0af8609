import { filterValue } from '#features/directory/search/list-search.ts';
import { namedOnly } from '#lib/style.ts';
import type { Directory } from './directory/directory.ts';

/** What the page of a city says of all its murals: how many there are, and their styles by name. */
export function cityMurals(
  directory: Directory,
  citySlug: string,
): { total: number; styles: string[] } {
  const murals = directory.allMuralsIn(citySlug);
  const labels = new Set(murals.flatMap(({ styles }) => namedOnly(styles)));
  // As these murals spell them, so that a wall elsewhere never changes this page; of several spellings, the first.
  const styles = new Map(
    [...labels]
      .sort()
      .toReversed()
      .map((label) => [filterValue(label), label]),
  );
  return { total: murals.length, styles: [...styles.values()].sort() };
}
