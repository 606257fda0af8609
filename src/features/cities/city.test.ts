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
const check = (patch: object) => {
  const result = cityFormSchema.safeParse({ ...GOOD, ...patch });
  return result.success ? [] : violations(result.error, CITY_FORM_FIELDS);
};

describe('service-area form', () => {
  it.each([
    ['city_name', ' ', 'City is required'],
    ['city_name', 'c'.repeat(101), 'City must be at most 100 characters'],
    ['state', '', 'State must be a US state'],
    ['state', 'Puebla', 'State must be a US state'],
    ['latitude', '90.1', 'Latitude must be a number from -90 to 90'],
    ['latitude', 'north', 'Latitude must be a number from -90 to 90'],
    ['longitude', '-180.1', 'Longitude must be a number from -180 to 180'],
    ['longitude', '1e1', 'Longitude must be a number from -180 to 180'],
    ['longitude', '-98.7', 'Please give both latitude and longitude, or neither'],
    ['description', 'd'.repeat(2001), 'Description must be at most 2000 characters'],
  ])('%s %j: %s', (field, value, message) => {
    expect(check({ [field]: value })).toEqual([{ field, message }]);
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
