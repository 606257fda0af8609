import { stemmer } from 'stemmer';
import { plain } from '../bio-index.ts';
import { SYNONYMS } from './synonyms.ts';

const BETWEEN_WORDS = /[\s"“”]+/;

/** Fewer letters begin too many words to look them all up ahead. */
const MIN_PREFIX_LENGTH = 3;

/** Shorter words have no other forms, only other words that begin like them. */
const SHORTEST_INFLECTED = 4;

/** The words of a search; what has no letter and no digit is none. */
export function wordsOf(text: string): string[] {
  return text.split(BETWEEN_WORDS).map(plain).filter(Boolean);
}

/** The words of a text that a visitor is still typing which are worth looking up already. */
export function lookAheadWords(text: string): string[] {
  return wordsOf(text).filter((word) => word.length >= MIN_PREFIX_LENGTH);
}

/**
 * Tells plain texts that have a word in them, also in the middle of a longer one, or another form of it: 'murals'
 * finds 'mural'.
 */
export function textMatcher(word: string): (text: string) => boolean {
  if (word.length < SHORTEST_INFLECTED) return (text) => text.includes(word);
  const stem = stemmer(word);
  const beginning = sharedBeginning(stem, word);
  const isForm = (one: string) => one.startsWith(beginning) && stemmer(one) === stem;
  return (text) =>
    text.includes(word) || (text.includes(beginning) && text.split(' ').some(isForm));
}

/** What every form of a word begins with. The stem of 'city' and of 'cities' is 'citi'. */
function sharedBeginning(stem: string, word: string): string {
  let shared = 0;
  while (shared < stem.length && stem[shared] === word[shared]) shared++;
  return word.slice(0, shared).replace(/(..)i$/, '$1');
}

/** Beginnings of words that an index of beginnings is asked for, for it to find all forms of a word. */
export function beginningsOf(word: string): string[] {
  if (word.length < SHORTEST_INFLECTED) return [word];
  const stem = stemmer(word);
  const forms = stem.endsWith('i') ? [`${stem.slice(0, -1)}y`, `${stem}e`] : [stem];
  const beginnings = [word, ...forms];
  return beginnings.filter(
    (one, i) =>
      !beginnings.some((other, j) => one.startsWith(other) && (one !== other ? true : j < i)),
  );
}

let synonyms: ReadonlyMap<string, readonly string[]> | undefined;

/** A word and what is meant by it in other words: 'skulls', 'calavera', 'muertos'. */
export function alternativesOf(word: string): string[] {
  synonyms ??= new Map(Object.entries(SYNONYMS).map(([one, others]) => [stemmer(one), others]));
  return [word, ...(synonyms.get(stemmer(word)) ?? [])];
}
