import { allowance, letterDistance } from '#lib/letter-distance.ts';
import type { Asked } from '../card-table.ts';
import { SYNONYMS } from './synonyms.ts';

/**
 * The words of a search as they were meant: those that nothing has become the most similar word of the vocabulary.
 * Null where one of them is like none, or where all of them are somewhere.
 */
export function corrected(
  words: readonly string[],
  { rows, words: tests }: Asked,
  vocabulary: ReadonlySet<string>,
): string[] | null {
  const isKnown = words.map((_, i) => rows.some((row) => tests[i]?.(row)));
  if (isKnown.every(Boolean)) return null;
  const meant = words.map((word, i) => (isKnown[i] ? word : closest(word, vocabulary)));
  return meant.every((word) => word !== null) ? meant : null;
}

/** Words with a meaning, but those that only spell it in another way: 'grafiti'. */
const MEANINGFUL = Object.entries(SYNONYMS).flatMap(([one, [meant = '']]) =>
  letterDistance(one, meant) > 1 ? [one] : [],
);

/** The word that differs by the fewest letters; of equal ones that with the same first letter, then the first. */
export function closest(word: string, vocabulary: ReadonlySet<string>): string | null {
  let [best, least]: [string | null, number] = [null, allowance(word) + 0.9];
  for (const one of [...vocabulary, ...MEANINGFUL]) {
    if (Math.abs(one.length - word.length) > least) continue;
    const away = letterDistance(word, one) + (one[0] === word[0] ? 0 : 0.5);
    if (away < least || (away === least && best !== null && one < best))
      [best, least] = [one, away];
  }
  return best;
}
