import { stemmer } from 'stemmer';
import { once } from '#lib/once.ts';
import { plain } from '../bio-index.ts';
import { SYNONYMS } from './synonyms.ts';

const BETWEEN_WORDS = /[\s"“”]+/;

/** Fewer letters begin too many words to look them all up ahead. */
const MIN_PREFIX_LENGTH = 3;

/** Shorter words have no other forms, only other words that begin like them. */
const SHORTEST_INFLECTED = 4;

/** What stands behind the five digits of a ZIP code says which block: nothing here knows it. */
const BLOCK = /\b(\d{5})-\d{4}\b/g;

/** The words of a search; what has no letter and no digit is none. */
export function wordsOf(text: string): string[] {
  return text.replace(BLOCK, '$1').split(BETWEEN_WORDS).map(plain).filter(Boolean);
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

const synonyms = once(
  () =>
    new Map(
      Object.entries(SYNONYMS).flatMap(([one, others]) =>
        stemsOf(one).map((stem) => [stem, others] as const),
      ),
    ),
);

/** A word and what is meant by it in other words: 'skulls', 'calavera', 'muertos'. */
export function alternativesOf(word: string): string[] {
  const meant = stemsOf(word).map((stem) => synonyms().get(stem));
  return [...new Set([word, ...(meant.find(Boolean) ?? [])])];
}

/** What the forms of a word share, in English and in Spanish: 'rotul' of 'rotulos', 'roj' of 'rojas'. */
function stemsOf(word: string): string[] {
  const spanish = word.replace(/e?s$/, '').replace(/[aeo]$/, '');
  return [stemmer(word), ...(spanish.length < MIN_PREFIX_LENGTH ? [] : [spanish])];
}

/** Tells plain texts that have a word in them, or as a word of its own one that means the same. */
export function meaningMatcher(word: string): (text: string) => boolean {
  const [typed, ...others] = alternativesOf(word);
  const isTyped = textMatcher(typed ?? word);
  const stems = new Set(others.map(stemmer));
  const beginnings = others.flatMap(beginningsOf);
  return (text) =>
    isTyped(text) ||
    (beginnings.some((one) => text.includes(one)) &&
      text.split(' ').some((one) => stems.has(stemmer(one))));
}

/** Of Spanish and English words those that say nothing of what is looked for: 'murales en San Antonio'. */
const LITTLE = /^(de|del|el|la|las|los|en|con|y|al|para|por|un|una|in|of|the|and|with|for)$/;

/** The words of a search that have to be there: all of them where it has none but little ones. */
export function tellingWords(text: string): string[] {
  const words = wordsOf(text);
  const telling = words.filter((word) => !LITTLE.test(word));
  return telling.length > 0 ? telling : words;
}
