import { expect, it } from 'vitest';
import { EMPTY_QUOTE } from '../quote-fields.ts';
import { isAnswered, missingFields } from './missing-fields.ts';

const FULL = {
  name: 'Rosa',
  email: 'rosa@example.com',
  phone: '',
  city: 'Seguin',
  project_description: 'Herons at dusk',
  mural_size: '',
  surface_type: 'brick',
  style_preference: 'nature',
  budget_range: '1k-5k',
};

it('names what is needed and not there, in the order of asking', () => {
  expect(missingFields(FULL)).toEqual([]);
  expect(
    missingFields({ ...FULL, name: ' \u200b', city: '', project_description: 'Herons' }),
  ).toEqual(['city', 'project_description', 'name']);
  expect(missingFields(EMPTY_QUOTE)).toHaveLength(7);
});

it('takes a step for answered with all that it needs, or with one thing where it needs nothing', () => {
  expect(isAnswered(FULL, ['city', 'surface_type'])).toBe(true);
  expect(isAnswered({ ...FULL, city: '' }, ['city', 'surface_type'])).toBe(false);
  expect(isAnswered(FULL, ['mural_size'])).toBe(false);
  expect(isAnswered({ ...FULL, mural_size: '20 x 10 ft' }, ['mural_size'])).toBe(true);
  expect(isAnswered(FULL, ['name', 'email', 'phone'])).toBe(true);
});
