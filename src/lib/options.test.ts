import { describe, expect, it } from 'vitest';
import { isRole, optionLabel, wordFor } from './options.ts';

describe('options (section 9)', () => {
  it.each([
    ['under-1k', 'Under $1,000'],
    ['10k-plus', '$10,000+'],
    ['brick', 'Brick'],
    ['', ''],
    ['constructor', 'Constructor'],
  ])('%j reads %j', (value, label) => expect(optionLabel(value)).toBe(label));

  it('leaves what an artist wrote', () => expect(wordFor('folk art')).toBe('folk art'));

  it.each([
    ['admin', true],
    ['artist', true],
    ['client', true],
    ['Admin', false],
    ['', false],
    [null, false],
    [undefined, false],
    [['admin'], false],
  ])('isRole(%j) is %j', (value, expected) => expect(isRole(value)).toBe(expected));
});
