import { describe, expect, it } from 'vitest';
import {
  cellText,
  dateCell,
  hasDayFirst,
  isLost,
  isNothing,
  phoneCell,
  wholeCell,
  yesOrNo,
} from './import-cells.ts';

it.each([
  ['O&#039;Brien &amp; Sons', "O'Brien & Sons"],
  ['Caf&eacute; walls&nbsp;here', 'Café walls\u00a0here'],
  ['&#x1F3A8; &amp;amp; &rsquo;', '🎨 & ’'],
  ['It&#146;s', 'It’s'],
  ['AT&T; &unknown; &', 'AT&T; &unknown; &'],
  ["'+1 210", '+1 210'],
  ['="2105550108"', '2105550108'],
  ['a\vb\u200b', 'a\nb'],
])('cellText(%j)', (cell, text) => expect(cellText(cell)).toBe(text));

it('knows what says nothing, and what was lost', () => {
  const nothing = 'NULL null N/A n/a NA - -- — ? . NaN (blank) none n.a.'.split(' ');
  for (const cell of [...nothing, 'Not applicable'])
    expect([cell, isNothing(cell)]).toEqual([cell, true]);
  for (const cell of ['None Such', 'Nada', 'a-', '0', 'no'])
    expect([cell, isNothing(cell)]).toEqual([cell, false]);
  for (const cell of ['#N/A', '#NAME?', '#REF!', '#VALUE!', '########'])
    expect([cell, isLost(cell)]).toEqual([cell, true]);
  expect(isLost('#1 painter')).toBe(false);
});

it.each([
  ['7', '7'],
  ['7 years', '7'],
  ['10+', '10'],
  ['5.0', '5'],
  ['$1,500', '1500'],
  ['1.200,00', '1200'],
  ['from $1.5k', '1500'],
  ['50 miles', '50'],
  ['1.5E+1', '15'],
  ['', null],
  ['2.5', null],
  ['5-7', null],
  ['1.200', null],
  ['1,50', null],
  ['1.2E+03', null],
  ['ten', null],
  ['since 2015', null],
])('wholeCell(%j)', (cell, number) => expect(wholeCell(cell)).toBe(number));

it.each([
  ['(210) 555-0108', '(210) 555-0108'],
  ['2.105550108E+09', '2105550108'],
  ['2.10556E+09', null],
  ['2105550108.0', '2105550108'],
  ['tel: 210 555', '210 555'],
  ['call me', null],
])('phoneCell(%j)', (cell, phone) => expect(phoneCell(cell)).toBe(phone));

it('reads yes and no', () => {
  for (const cell of ['Yes', 'TRUE', '1', 'x', 'sí']) expect(yesOrNo(cell)).toBe(true);
  for (const cell of ['No', 'false', 'draft']) expect(yesOrNo(cell)).toBe(false);
  expect(yesOrNo('perhaps')).toBeNull();
});

describe('dateCell', () => {
  const now = new Date('2026-06-01T00:00Z');
  it.each([
    ['3/15/2024', '2024-03-15'],
    ['03/04/24', '2024-03-04'],
    ['13/02/2024', '2024-02-13'],
    ['15.03.2024', '2024-03-15'],
    ['15-Mar-24', '2024-03-15'],
    ['March 15th, 2024', '2024-03-15'],
    ['Fri, Mar 15, 2024', '2024-03-15'],
    ['March 2024', '2024-03-01'],
    ['Dec-24', '2024-12-01'],
    ['dic 2024', '2024-12-01'],
    ['3 de marzo de 2024', '2024-03-03'],
    ['mar 15, 2024', '2024-03-15'],
    ['2024-12', '2024-12-01'],
    ['2024/3/5', '2024-03-05'],
    ['20240315', '2024-03-15'],
    ['45366', '2024-03-15'],
    ['2024-03-15 00:00:00', '2024-03-15'],
    ['3/15/2024 12:00:00 AM', '2024-03-15'],
    ['2024', null],
    ['Dec 24', null],
    ['03.04.2024', null],
    ['2/30/2024', null],
    ['Spring 2024', null],
    ['Marble 2024', null],
    ['1/2', null],
  ])('%j', (cell, day) => expect(dateCell(cell, false, now)).toBe(day));

  it('takes no side where a column has the day first', () => {
    expect(hasDayFirst(['1/2/2024', '25/12/2024'])).toBe(true);
    expect(hasDayFirst(['1/2/2024', '12/25/2024'])).toBe(false);
    expect(
      ['03/04/2024', '25/12/2024', '5/5/2024'].map((cell) => dateCell(cell, true, now)),
    ).toEqual([null, '2024-12-25', '2024-05-05']);
  });
});
