import { expect, it } from 'vitest';
import { LIMITS } from '#lib/limits.ts';
import { quoteChoices, withMural } from './like-mural.ts';
import { LICENSES } from './mural.ts';
import { licenseTerms } from './mural-license.ts';

it.each([
  [['Portrait', 'Realistic'], 'Brick', { style: 'realistic', surface: 'brick' }],
  [['Chicano Art'], 'tile', { style: 'other', surface: 'other' }],
  [[], null, { style: null, surface: null }],
])('a wall of %j on %s asks for %j', (styles, surface_type, choices) => {
  expect(quoteChoices({ styles, surface_type })).toEqual(choices);
});

it('names a mural once, after what was typed, and never cuts that', () => {
  const named = withMural('For our bakery.', 'Puro');
  expect(named).toBe('For our bakery.\n\nSomething like “Puro”.');
  expect(withMural(named, 'Puro')).toBe(named);
  expect(withMural('', 'Puro')).toBe('Something like “Puro”.\n\n');
  const full = 'x'.repeat(LIMITS.projectMax - 10);
  expect(withMural(full, 'Puro')).toBe(full);
});

it('every license has a name, and terms where others may use the pictures', () => {
  expect(LICENSES.map((one) => licenseTerms(one).label)).toEqual([
    'All rights reserved',
    'CC BY 4.0',
    'CC BY-SA 4.0',
    'CC BY-NC 4.0',
    'CC BY-NC-ND 4.0',
  ]);
  expect(licenseTerms('cc-by-nc-nd').url).toBe(
    'https://creativecommons.org/licenses/by-nc-nd/4.0/',
  );
  expect(licenseTerms(null)).toEqual({ label: 'All rights reserved', url: null });
});
