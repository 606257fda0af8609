import { expect, it } from 'vitest';
import { placeOfZip } from './zip.ts';
import { isZip } from './zip-code.ts';

it.each([
  ['78205', 'san-antonio-tx'],
  ['78701', 'austin-tx'],
  ['78130', 'new-braunfels-tx'],
  ['78155', 'seguin-tx'],
  ['78006', 'boerne-tx'],
])('%s is in %s', (zip, slug) => {
  expect(isZip(zip)).toBe(true);
  expect(placeOfZip(zip)?.slug).toBe(slug);
});

it('knows no code of elsewhere, and nothing else', () => {
  expect(placeOfZip('10001')).toBeNull();
  expect(placeOfZip('79901')).toBeNull();
  for (const text of ['7820', '782051', '78a05', '']) expect(isZip(text)).toBe(false);
});
