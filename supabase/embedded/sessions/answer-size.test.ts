import { expect, it } from 'vitest';
import { parseCounted, sizeOfRow } from './answer-size.ts';

const text = JSON.stringify({ title: 'x'.repeat(1000) });

it('measures what a row has, JSON as long as it was sent', () => {
  expect(sizeOfRow({ id: 7, name: 'Ana', styles: ['mural', 'sign'] })).toBe(2 + 8 + 4 + 3 + 6 + 9);
  expect(sizeOfRow({ lead: parseCounted(text) })).toBe(4 + text.length);
  expect(sizeOfRow({ list: [parseCounted(text), parseCounted(text)] })).toBe(4 + 2 * text.length);
  expect(sizeOfRow({ none: parseCounted('null'), word: parseCounted('"abc"') })).toBe(
    4 + 8 + 4 + 3,
  );
});

it('does not charge a row for what another query has read', () => {
  parseCounted(text);
  expect(sizeOfRow({ name: 'Ana' })).toBe(7);
});
