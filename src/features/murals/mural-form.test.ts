import { expect, it } from 'vitest';
import { typedFeet } from './mural-form.ts';

it.each([
  ['24', 24],
  ['24,5', 24.5],
  ['24 ft', 24],
  ['24’', 24],
  ['7.3 m', 24],
  ['2 meters', 6.6],
  ['wide', Number.NaN],
  ['24 yards', Number.NaN],
])('reads %s as %d feet', (text, feet) => {
  expect(typedFeet(text)).toBe(feet);
});
