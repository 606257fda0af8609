import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describedBy, NO_WORDS, type ProjectWords, projectWords } from './project-words.ts';

const WORDS = {
  ...NO_WORDS,
  show: 'Herons at dusk',
  avoid: 'Logos',
  rest: 'Something like “Garza”: http://x/mural/garza',
};
const TEXT = `What it should say or show: Herons at dusk
To avoid: Logos

Something like “Garza”: http://x/mural/garza`;

describe('a description made of answers', () => {
  it('is a line each, and the rest', () => {
    expect(describedBy(WORDS)).toBe(TEXT);
    expect(projectWords(TEXT)).toEqual(WORDS);
    expect(describedBy(NO_WORDS)).toBe('');
  });

  it('is the rest where nobody answered', () => {
    const typed = 'A long wall by the river.\n\nWith agaves.';
    expect(projectWords(typed)).toEqual({ ...NO_WORDS, rest: typed });
    expect(describedBy(projectWords(typed))).toBe(typed);
  });

  it('gives the answers back', () => {
    const answer = fc
      .array(fc.string({ minLength: 1, maxLength: 12 }), { maxLength: 3 })
      .map((lines) =>
        lines
          .map((line) => line.trim())
          .filter(Boolean)
          .join('\n'),
      );
    const words = fc.record({
      show: answer,
      who: answer,
      avoid: answer,
      when: answer,
      rest: answer,
    });
    fc.assert(
      fc.property(words, (given: ProjectWords) => {
        expect(projectWords(describedBy(given))).toEqual(given);
      }),
    );
  });

  it('loses no word of any text, however often it is taken apart', () => {
    const piece = fc.constantFrom(
      'When: ',
      'To avoid: ',
      'Who will see it: x',
      'a',
      '\n',
      '\n\n',
      ' ',
      ': ',
    );
    // How many spaces stand in a row is no word, and neither are those at the end of a line.
    const lines = (text: string) => text.replace(/[^\S\n]+/g, ' ').replace(/ $/gm, '');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        const once = describedBy(projectWords(text));
        const letters = (s: string) => [...s.replaceAll(/\s/g, '')].toSorted().join('');
        if (!/(When|To avoid): (\n|$)/.test(text)) expect(letters(once)).toBe(letters(text));
        expect(lines(describedBy(projectWords(once)))).toBe(lines(once));
      }),
    );
  });
});
