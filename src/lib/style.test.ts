import { expect, it } from 'vitest';
import { commonStyles, namedOnly } from './style.ts';

it("'Other' is shown as no style, however it is written", () => {
  expect(namedOnly(['Other', 'Nature', ' other', 'Another'])).toEqual(['Nature', 'Another']);
});

it('the styles of most come first', () => {
  expect(commonStyles([['Nature'], ['Abstract', 'nature'], ['Abstract'], ['Abstract']], 2)).toEqual(
    ['Abstract', 'Nature'],
  );
});
