import { describe, expect, it } from 'vitest';
import { violations } from '#lib/violations.ts';
import { CITY_FORM_FIELDS, cityFormSchema } from './city.ts';

const GOOD = {
  city_name: 'Boerne',
  state: 'TX',
  description: '',
  featured: false,
  latitude: '',
  longitude: '',
};
describe('service-area form', () => {
  it('wants both degrees or neither', () => {
    const { error } = cityFormSchema.safeParse({ ...GOOD, longitude: '-98.7' });
    expect(error && violations(error, CITY_FORM_FIELDS)).toEqual([
      { field: 'longitude', message: 'Please give both latitude and longitude, or neither' },
    ]);
  });

  it('stores degrees as exactly as the map needs them', () => {
    const at = { latitude: ' 29.7946612 ', longitude: '-98.73197' };
    expect(cityFormSchema.parse({ ...GOOD, ...at })).toMatchObject({
      latitude: 29.79466,
      longitude: -98.73197,
    });
  });

  it('stores the state as its abbreviation and an empty description as none', () => {
    expect(cityFormSchema.parse({ ...GOOD, city_name: ' Boerne ', state: 'texas' })).toEqual({
      city_name: 'Boerne',
      state: 'TX',
      description: null,
      featured: false,
      latitude: null,
      longitude: null,
    });
  });
});
