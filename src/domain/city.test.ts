import { describe, expect, it } from 'vitest';
import { CITY_FORM_FIELDS, cityFormSchema } from './city.ts';
import { violations } from './violations.ts';

const GOOD = { city_name: 'Boerne', state: 'TX', description: '', featured: false };
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
    ['description', 'd'.repeat(2001), 'Description must be at most 2000 characters'],
  ])('%s %j: %s', (field, value, message) => {
    expect(check({ [field]: value })).toEqual([{ field, message }]);
  });

  it('stores the state as its abbreviation and an empty description as none', () => {
    expect(cityFormSchema.parse({ ...GOOD, city_name: ' Boerne ', state: 'texas' })).toEqual({
      city_name: 'Boerne',
      state: 'TX',
      description: null,
      featured: false,
    });
  });
});
