import { expect, it } from 'vitest';
import { anArtist } from '#tests/support/directory-rows.ts';
import { bioRecords } from './bio-records.ts';

const wordsOf = (bio: string) => [...bioRecords([anArtist(1, { bio })])][0]?.words;

it('a record has each word of the biography once', () => {
  expect(wordsOf('Walls, walls (big WALLS) in San Antonio.')).toBe('Walls big in San Antonio');
});

it('a record has a double word as a whole and in its parts', () => {
  expect(wordsOf("Ana O'Brien-Peña")).toBe("Ana O'Brien-Peña O'Brien Peña");
});

it('who has written nothing has no record', () => {
  const artists = [null, '', ' — '].map((bio, n) => anArtist(n, { bio }));
  expect([...bioRecords(artists)]).toEqual([]);
});
