import { expect, it } from 'vitest';
import { feetIn } from './feet.ts';

it.each([
  ['24', 24],
  ['10.5', 10.5],
  ['24,5', 24.5],
  ['18.', 18],
  ['0.45', 0.5],
  ['24 ft.', 24],
  [" 10' ", 10],
  ['18 pies', 18],
  ['1/2', 0.5],
  ['12 1/2', 12.5],
  ['12½ ft', 12.5],
  ['10\' 6"', 10.5],
  ['10 ft 6 in', 10.5],
  ['20 feet, 6 inches', 20.5],
  ['126 in', 10.5],
  ['7.3 m', 24],
  ['7,3 m', 24],
  ['2 meters', 6.6],
  ['300 cm', 9.8],
  ['1,200', 1200],
])('%j is %d feet', (text, feet) => expect(feetIn(text)).toBe(feet));

it.each(['', 'wide', '24 yards', '10 x 20', '10-12', '1/0', '1e3', '-5', '.'])(
  '%j is no length',
  (text) => expect(feetIn(text)).toBeNaN(),
);
