import { describe, expect, it } from 'vitest';
import { positionInTexas } from '#features/map/texas-places.ts';
import { cityDraft, cityFields, filledPosition } from './city-draft.ts';

const BOERNE = { latitude: '29.79466', longitude: '-98.73197' };
const draft = (patch: object) => ({ ...cityDraft(cityFields(null)), ...patch });
const named = (city_name: string) => ({ city_name, state: 'TX' });

describe('the position of a city that is called something else', () => {
  it.each([
    ['a new one', { ...named('Boerne') }, named('Boern'), BOERNE],
    [
      'one of another name',
      { ...named('Boerne'), latitude: '30.04743', longitude: '-99.14032' },
      named('Kerrville'),
      BOERNE,
    ],
    [
      'one that the list does not know',
      { ...named('Boernex'), ...BOERNE },
      named('Boerne'),
      { latitude: '', longitude: '' },
    ],
    [
      'one in another state',
      { ...named('Boerne'), state: 'FL', ...BOERNE },
      named('Boerne'),
      { latitude: '', longitude: '' },
    ],
    ['one that has it', { ...named('Boerne'), ...BOERNE }, named('boerne'), null],
    [
      'one placed by hand',
      { ...named('Boerne'), latitude: '29.8', longitude: '-98.7' },
      named('Kerrville'),
      null,
    ],
    ['one half placed', { ...named('Boerne'), latitude: '29.8' }, named('Kerrville'), null],
  ])('%s', (_, patch, before, expected) => {
    expect(filledPosition(draft(patch), before, positionInTexas)).toEqual(expected);
  });
});
