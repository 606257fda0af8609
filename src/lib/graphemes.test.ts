import { afterEach, describe, expect, it, vi } from 'vitest';
import { beginning, graphemes, initial } from './graphemes.ts';

const PAINTER = '👩🏽‍🎨';
const FAMILY = '👨‍👩‍👧‍👦';
const CASES: [name: string, first: string][] = [
  ['Ana', 'A'],
  ['  Ana', 'A'],
  ['🎨 Ana', '🎨'],
  [`${PAINTER} Ana`, PAINTER],
  [`${FAMILY} Walls`, FAMILY],
  ['🇲🇽🇺🇸 Border Walls', '🇲🇽'],
  ['❤️ Walls', '❤️'],
  ['1️⃣ Wall', '1️⃣'],
  ['é́lan', 'é́'],
  ['𝔐uro', '𝔐'],
  ['壁画', '壁'],
  ['', ''],
];

afterEach(() => vi.unstubAllGlobals());

describe.each(['with', 'without'])('%s the platform’s own rules', (which) => {
  const without = () => {
    if (which === 'without') vi.stubGlobal('Intl', { ...Intl, Segmenter: undefined });
  };

  it.each(CASES)('the first character of %j is %j', (name, first) => {
    without();
    expect(initial(name)).toBe(first);
  });

  it('nothing is lost, and nothing is half a character', () => {
    without();
    for (const [text] of CASES) {
      const parts = graphemes(text);
      expect(parts.join('')).toBe(text);
      for (const part of parts) expect(part.isWellFormed(), part).toBe(true);
    }
  });

  it('a text is cut before what does not fit, and within its limit', () => {
    without();
    expect(beginning(`${'x'.repeat(49)}${FAMILY} tail`, 50)).toBe('x'.repeat(49));
    expect(beginning(`${'x'.repeat(43)}${FAMILY} tail`, 50)).toBe(`${'x'.repeat(43)}${FAMILY}`);
    expect(beginning('🎨'.repeat(60), 50)).toBe('🎨'.repeat(50));
    expect(beginning('short', 50)).toBe('short');
    expect([...beginning(`e${'\u0301'.repeat(300)}`, 50)]).toHaveLength(50);
  });
});
