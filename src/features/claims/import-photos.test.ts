import { describe, expect, it } from 'vitest';
import { photoCell } from './import-photos.ts';

const A = 'https://example.com/a.jpg';
const B = 'https://example.com/b.png';

describe('addresses of photos in a cell', () => {
  it.each([
    ['of one', A, [A]],
    ['between commas', `${A},${B}`, [A, B]],
    ['between semicolons', `${A}; ${B};`, [A, B]],
    ['on lines', `${A}\n${B}\r\n`, [A, B]],
    ['between bars', `${A} | ${B}`, [A, B]],
    ['twice', `${A} ${A}`, [A]],
    ['of Airtable', `a.jpg (${A})`, [A]],
    [
      'of Notion, with brackets of its own',
      'x (https://example.com/a_(1).jpg)',
      ['https://example.com/a_(1).jpg'],
    ],
    ['of Markdown', `![A wall](${A}) [b](<${B}> "The second")`, [A, B]],
    ['of Google Sheets', `=IMAGE("${A}")`, [A]],
    ['of Excel', `=HYPERLINK("${A}","My wall (1)")`, [A]],
    ['of JSON', `["${A}","${B}"]`, [A, B]],
    [
      'with a host of another language',
      'https://niño.example/a.jpg',
      ['https://xn--nio-8ma.example/a.jpg'],
    ],
    ['with a blank', 'https://example.com/my wall.jpg', ['https://example.com/my%20wall.jpg']],
    ['signed', `${A}?${'x'.repeat(500)}`, [`${A}?${'x'.repeat(500)}`]],
  ])('%s', (_, cell, value) => expect(photoCell('images', cell)).toEqual({ value }));

  it.each([
    ['a name alone', 'a.jpg'],
    ['a name beside an address', `${A} b.jpg`],
    ['no address', 'see my page'],
    ['another scheme', 'ftp://example.com/a.jpg'],
    ['one too long', `${A}?${'x'.repeat(1000)}`],
  ])('refuses %s', (_, cell) => expect(photoCell('images', cell)).toHaveProperty('message'));

  it('takes one for a profile', () => {
    expect(photoCell('photo', `me.jpg (${A})`)).toEqual({ value: A });
    expect(photoCell('photo', `${A} ${B}`)).toHaveProperty('message');
  });
});
