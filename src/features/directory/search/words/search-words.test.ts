import { describe, expect, it } from 'vitest';
import LABELS from '#config/es-values.json' with { type: 'json' };
import { plain } from '../bio-index.ts';
import {
  alternativesOf,
  beginningsOf,
  lookAheadWords,
  meaningMatcher,
  tellingWords,
  textMatcher,
  wordsOf,
} from './search-words.ts';
import { SYNONYMS } from './synonyms.ts';

it.each([
  ['  José   Muñoz ', ['jose', 'munoz']],
  ['"big wall" — & 10', ['big', 'wall', '10']],
  ["O'Brien at&t", ['obrien', 'att']],
  ['muralist 78205-1234', ['muralist', '78205']],
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

/** What no list of artists or murals has: languages, reasons, tabs, and what says nothing. */
const NO_FILTER =
  /^(other|outside|inside|english|spanish|vietnamese|chinese|french|german|portuguese|asl|deposit|second payment|final payment|design fee|fully booked|too far away|not my kind of work|budget is too small|untitled mural|removed at the request of the person who sent it.|today|profile|leads|portfolio|murals|work|settings)$/;
const finds = (search: string, text: string) =>
  tellingWords(search).every((word) => meaningMatcher(word)(plain(text)));

describe('Spanish words', () => {
  const labels = Object.entries(LABELS).filter(([value]) => !NO_FILTER.test(value));
  it.each(labels)('%s is found by its label %s, with accents or without', (value, label) => {
    expect(finds(label, value)).toBe(true);
    expect(finds(plain(label), value)).toBe(true);
  });

  it.each([
    ['rótulos', 'Lettering'],
    ['letreros', 'A neon sign'],
    ['paredes', 'Walls by the river'],
    ['retratos', 'Portrait'],
    ['pared azul', 'Blue wall'],
    ['mariposas rojas', 'Red butterflies'],
    ['flores', 'A flower'],
    ['murales en San Antonio', 'Mural, San Antonio'],
    ['Núria', 'Nuria'],
    ['nuria', 'Núria'],
  ])('%s finds %s', (search, text) => expect(finds(search, text)).toBe(true));

  it('find what they mean as a word of its own, not a part of a name', () => {
    expect(finds('rojo', 'Alfredo Garza')).toBe(false);
    expect(finds('red', 'Alfredo Garza')).toBe(true);
    expect(finds('en', 'Agave')).toBe(false);
  });

  it('mean one thing each, in plain letters', () => {
    for (const [word, others] of Object.entries(SYNONYMS)) {
      expect(plain(word)).toBe(word);
      expect(alternativesOf(word)).toEqual([word, ...others]);
    }
  });
});
