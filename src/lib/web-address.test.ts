import { describe, expect, test } from 'vitest';
import { addressLabel, pastedAddress, webAddress } from './web-address.ts';

describe('webAddress', () => {
  test.each([
    ['example.com', 'https://example.com'],
    [' http://Example.com/a?b=c#d ', 'http://Example.com/a?b=c#d'],
    ['instagram.com/ana_paints', 'https://instagram.com/ana_paints'],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['ftp://example.com', null],
    ['https://', null],
    ['localhost', null],
    ['https://user@example.com', null],
    ['https://example.com/"onmouseover="x', null],
    ['example.com /x', null],
    ['', null],
    [`example.com/${'x'.repeat(280)}`, `https://example.com/${'x'.repeat(280)}`],
    [`example.com/${'x'.repeat(281)}`, null],
    // What no browser can open has no name on a page either.
    ['https://example.com:65535/', 'https://example.com:65535/'],
    ['https://example.com:65536/', null],
  ])('%s', (typed, address) => {
    expect(webAddress(typed)).toBe(address);
    if (address) expect(addressLabel(address)).not.toBe('');
  });
});

test.each([
  ['<https://ana.art>', 'https://ana.art'],
  ['https://ana.art.', 'https://ana.art'],
  ['\u200einstagram.com/ana\u200b', 'https://instagram.com/ana'],
  ['ana.art/peña', 'https://ana.art/pe%C3%B1a'],
  ['https://muraleñas.com', 'https://xn--muraleas-i3a.com/'],
  ['javascript:alert(1)', null],
  ['ana .art', null],
  ['ña', null],
  ['', null],
])('%j is pasted as an address', (typed, address) => {
  expect(pastedAddress(typed)).toBe(address);
});

test('links are called as people call them', () => {
  expect(addressLabel('https://www.instagram.com/ana')).toBe('Instagram');
  expect(addressLabel('https://ana.art/work')).toBe('ana.art');
});
