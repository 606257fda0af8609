import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PLACE_CASES } from '#tests/support/cases/place-cases.ts';
import {
  askedCity,
  capitalised,
  citySlug,
  parseCitySlug,
  placeLabel,
  readCitySlug,
  readPlace,
  stateCode,
  US_STATES,
} from './place.ts';

describe('stateCode', () => {
  it('knows 50 states and the District of Columbia, by code and name, in any case', () => {
    expect(Object.keys(US_STATES)).toHaveLength(51);
    for (const [code, name] of Object.entries(US_STATES)) {
      for (const text of [code, code.toLowerCase(), name, name.toUpperCase(), `  ${name} `]) {
        expect(stateCode(text)).toBe(code);
      }
    }
  });

  it.each([null, undefined, '', 'Texass', 'T X', 'Puebla', 'constructor', '__proto__'])(
    '%j is no state',
    (text) => expect(stateCode(text)).toBeNull(),
  );
});

describe('citySlug', () => {
  it.each([
    ['San Antonio', 'Texas', 'san-antonio-tx'],
    ['  New Braunfels ', 'TX', 'new-braunfels-tx'],
    ['Cañon City', 'Colorado', 'canon-city-co'],
    ['', 'TX', null],
    ['---', 'TX', null],
    [null, 'TX', null],
    ['Puebla', 'Puebla', null],
    ['San Antonio', null, null],
  ])('%j, %j is %j', (city, state, slug) => expect(citySlug(city, state)).toBe(slug));
});

it.each([
  ['austin', 'Austin'],
  ['san ANTONIO', 'San ANTONIO'],
  ["coeur d'alene", "Coeur D'alene"],
])('%j is capitalised as %j', (text, city) => expect(capitalised(text)).toBe(city));

it.each([
  ['gotham-zz', { city: 'Gotham', state: 'ZZ' }],
  ['San-José-ca', { city: 'San José', state: 'CA' }],
  ['austin', null],
  ['zz', null],
  ['austin--tx', null],
  ['<b>-tx', null],
])('the address %j says %j', (slug, place) => expect(readCitySlug(slug)).toEqual(place));

describe('parseCitySlug (section 2)', () => {
  it.each([
    ['san-antonio-tx', { city: 'San Antonio', state: 'TX' }],
    ['29-palms-ca', { city: '29 Palms', state: 'CA' }],
    ['tx', null],
    ['-tx', null],
    ['austin-xx', null],
    ['austin--tx', null],
    ['austin-tx\n', null],
    ['../austin-tx', null],
    ['', null],
  ])('%j', (slug, place) => expect(parseCitySlug(slug)).toEqual(place));

  it('reads back what citySlug made', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcdez19'), minLength: 1, maxLength: 6 });
    const words = fc.array(word, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(words, fc.constantFrom(...Object.entries(US_STATES)), (city, [code, name]) => {
        const slug = citySlug(city.join(' '), name);
        const place = parseCitySlug(slug ?? '');
        expect(place?.state).toBe(code);
        expect(citySlug(place?.city, place?.state)).toBe(slug);
      }),
    );
  });
});

it.each(PLACE_CASES)('readPlace(%j)', ([city, state], [meant, code]) =>
  expect(readPlace(city, state)).toEqual({ city: meant, state: code }),
);

it.each([
  ['New Braunfels tx', 'New Braunfels'],
  ['San Antonio', 'San Antonio'],
  ['Tulsa OK', 'Tulsa, OK'],
  ['78130', '78130'],
  [' ', ''],
])('askedCity(%j)', (typed, city) => expect(askedCity(typed)).toBe(city));

describe('placeLabel', () => {
  it.each([
    ['San Antonio', 'TX', 'San Antonio, TX'],
    ['San Antonio', null, 'San Antonio'],
    [null, 'Texas', 'Texas'],
    ['', ' ', ''],
    [null, undefined, ''],
  ])('%j, %j', (city, state, label) => expect(placeLabel(city, state)).toBe(label));
});
