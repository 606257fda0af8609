import { expect, it } from 'vitest';
import { namedOnly } from './style.ts';

it("'Other' is shown as no style, however it is written", () => {
  expect(namedOnly(['Other', 'Nature', ' other', 'Another'])).toEqual(['Nature', 'Another']);
});
