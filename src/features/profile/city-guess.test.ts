import { expect, it } from 'vitest';
import { placeBegun, placeKnown, placeMeant, placesNamed } from './city-guess.ts';

const place = (city_name: string, state = 'TX') => ({ city_name, state });
const PLACES = [
  ...[place('San Antonio'), place('San Angelo'), place('Austin'), place('Paris')],
  place('Paris', 'AR'),
];

it('finds what a text begins, the first one first, from four letters on', () => {
  expect(placeBegun(' san an', PLACES)).toEqual(place('San Antonio'));
  expect(placeBegun('san', PLACES)).toBeUndefined();
  expect(placesNamed('paris ', PLACES)).toHaveLength(2);
});

it.each([
  'san antonio',
  'SAN ANTONIO',
  ' san  antonio ',
  'San Antonió',
  'san antonio, tx',
  'San Antonio TX',
  'ＳＡＮ　ＡＮＴＯＮＩＯ',
])('knows %j by how the city is called', (typed) => {
  for (const state of ['', 'TX', 'texas'])
    expect(placeKnown(typed, state, PLACES)).toEqual(place('San Antonio'));
});

it('keeps the state that was typed', () => {
  expect(placeKnown('paris', 'ar', PLACES)).toEqual(place('Paris', 'AR'));
  expect(placeKnown('paris, AR', '', PLACES)).toEqual(place('Paris', 'AR'));
  expect(placeKnown('paris, TX', 'AR', PLACES)).toBeUndefined();
  expect(placeKnown('san antonio, OK', '', PLACES)).toBeUndefined();
  expect(placeKnown('東京', '', PLACES)).toBeUndefined();
});

it('finds the nearest name of a text with a slip, and nothing for another place', () => {
  expect(placeMeant('San Antino', PLACES)).toEqual(place('San Antonio'));
  expect(placeMeant('Asutin', PLACES)).toEqual(place('Austin'));
  expect(placeMeant('Hondo', PLACES)).toBeUndefined();
});
