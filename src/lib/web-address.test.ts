import { describe, expect, test } from 'vitest';
import { addressLabel, webAddress } from './web-address.ts';

describe('webAddress', () => {
  test.each([
    ['example.com', 'https://example.com'],
    [' http://Example.com/a?b=c#d ', 'http://Example.com/a?b=c#d'],
    ['instagram.com/ana_paints', 'https://instagram.com/ana_paints'],
    ['example.com:8080/x', 'https://example.com:8080/x'],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['ftp://example.com', null],
    ['https://', null],
    ['localhost', null],
    ['https://user@example.com', null],
    ['https://example.com/"onmouseover="x', null],
    ['https://example.com/<b>', null],
    ['example.com /x', null],
    ['', null],
    [`example.com/${'x'.repeat(280)}`, `https://example.com/${'x'.repeat(280)}`],
    [`example.com/${'x'.repeat(281)}`, null],
  ])('%s', (typed, address) => {
    expect(webAddress(typed)).toBe(address);
  });
});

test('links are called as people call them', () => {
  expect(addressLabel('https://www.instagram.com/ana')).toBe('Instagram');
  expect(addressLabel('https://ana.art/work')).toBe('ana.art');
});
