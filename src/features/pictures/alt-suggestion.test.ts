import { expect, test } from 'vitest';
import { LIMITS } from '#lib/limits.ts';
import { type KnownOfPicture, suggestedAlt } from './alt-suggestion.ts';

const LOTERIA = {
  title: 'Loteria',
  styles: ['Chicano Art', 'Lettering'],
  surface: 'brick',
  city: 'San Antonio',
};

test.each<[KnownOfPicture, string]>([
  [LOTERIA, 'Mural “Loteria” in Chicano Art style, brick wall, San Antonio'],
  [
    { ...LOTERIA, view: 'detail' },
    'Detail of the mural “Loteria” in Chicano Art style, brick wall, San Antonio',
  ],
  [{ ...LOTERIA, styles: ['other'], surface: 'other' }, 'Mural “Loteria”, San Antonio'],
  [
    { ...LOTERIA, surface: ' Garden wall ' },
    'Mural “Loteria” in Chicano Art style, garden wall, San Antonio',
  ],
  [{ title: ' ', styles: ['nature'], artist: 'Ana Ruiz' }, 'Mural by Ana Ruiz in Nature style'],
  [{ styles: ['', ' '], surface: '', city: ' ' }, 'Mural'],
])('%j is %s', (known, text) => expect(suggestedAlt(known)).toBe(text));

test('is as long as an alternative text may be at most, and says the first first', () => {
  const long = suggestedAlt({ ...LOTERIA, title: '🎨'.repeat(150), city: 'x'.repeat(100) });
  expect(long).toContain('brick wall');
  expect(long).not.toContain('xx');
  const longest = suggestedAlt({ ...LOTERIA, title: '🎨'.repeat(LIMITS.muralTitle) });
  expect([...longest]).toHaveLength(LIMITS.pictureAlt);
});
