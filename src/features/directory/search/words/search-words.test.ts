import { describe, expect, it } from 'vitest';
import { plain } from '../bio-index.ts';
import { beginningsOf, lookAheadWords, textMatcher, wordsOf } from './search-words.ts';

it.each([
  ['  José   Muñoz ', ['jose', 'munoz']],
  ['"big wall" — & 10', ['big', 'wall', '10']],
  ["O'Brien at&t", ['obrien', 'att']],
  ['   ', []],
  ['“', []],
])('the words of %j are %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

it('a beginning of a word is worth looking up from its third letter on', () => {
  expect(lookAheadWords('sa')).toEqual([]);
  expect(lookAheadWords(' a “San” mu wall ')).toEqual(['san', 'wall']);
});

describe('a word', () => {
  it.each([
    ['ariso', 'Marisol Vega', true],
    ['VEGA', 'Marisol Vega', true],
    ['loteria', 'Lotería', true],
    ['obrien', "Ana O'Brien-Peña", true],
    ['murals', 'Mural Art', true],
    ['mural', 'Murals', true],
    ['cities', 'City', true],
    ['lvega', 'Marisol Vega', false],
    ['muralx', 'Mural Art', false],
    ['citizen', 'City', false],
  ])('%s is in %s: %s', (word, text, found) => {
    const [wanted = ''] = wordsOf(word);
    expect(textMatcher(wanted)(plain(text))).toBe(found);
  });

  it.each([
    ['wall', ['wall']],
    ['murals', ['mural']],
    ['painting', ['paint']],
    ['cities', ['city', 'citie']],
    ['city', ['city', 'citie']],
    ['tv', ['tv']],
  ])('%s is looked up as %j', (word, beginnings) => {
    expect(beginningsOf(word)).toEqual(beginnings);
  });
});
