import { expect, it } from 'vitest';
import { styleOfMurals } from './liked-style.ts';

it.each([
  [[], null],
  [[['Nature']], 'nature'],
  [[['Nature', 'Abstract'], ['Nature'], ['Abstract'], ['Nature Art']], 'nature'],
  [[['Nature'], ['Abstract']], 'abstract'],
  [[['Calavera'], ['Folk Art']], 'other'],
  [[['Calavera'], ['Chicano Art', 'Lettering']], 'lettering'],
  [[[]], 'other'],
])('%j are %s', (lists, style) => {
  expect(styleOfMurals(lists.map((styles) => ({ styles })))).toBe(style);
});
