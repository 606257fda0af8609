import { describe, expect, it } from 'vitest';
import { memoryStorage } from '#browser/browser-storage.ts';
import {
  keptArtists,
  RECENT_KEY,
  RECENT_MAX,
  rememberArtist,
  SHORTLIST_KEY,
  SHORTLIST_MAX,
  toggleArtist,
} from './shortlist.store.ts';

const artist = (n: number) => ({
  slug: `artist-${n}`,
  name: `Artist ${n}`,
  place: 'Austin, TX',
  image: `/media/${n}-640.jpg`,
});
const slugs = (storage: Storage, key: string) => keptArtists(storage, key).map((a) => a.slug);

describe('the shortlist', () => {
  it('takes artists, the newest first, and lets them go again', () => {
    const storage = memoryStorage();
    expect(toggleArtist(storage, artist(1))).toBe('saved');
    expect(toggleArtist(storage, artist(2))).toBe('saved');
    expect(keptArtists(storage, SHORTLIST_KEY)).toEqual([artist(2), artist(1)]);
    expect(toggleArtist(storage, artist(2))).toBe('removed');
    expect(toggleArtist(storage, artist(1))).toBe('removed');
    expect(storage.getItem(SHORTLIST_KEY)).toBeNull();
  });

  it('is full at its limit, and one can still leave', () => {
    const storage = memoryStorage();
    for (let n = 0; n < SHORTLIST_MAX; n++) expect(toggleArtist(storage, artist(n))).toBe('saved');
    expect(toggleArtist(storage, artist(99))).toBe('full');
    expect(slugs(storage, SHORTLIST_KEY)).toHaveLength(SHORTLIST_MAX);
    expect(toggleArtist(storage, artist(0))).toBe('removed');
    expect(toggleArtist(storage, artist(99))).toBe('saved');
  });

  it.each([
    ['broken text', '{', []],
    ['no list', '{"slug":"a"}', []],
    ['entries of another shape', '[null,1,{"slug":"a"},{"slug":"","name":"x"}]', []],
    [
      'a picture from elsewhere',
      '[{"slug":"a","name":"A","image":"https://evil.example/x.jpg"}]',
      [{ slug: 'a', name: 'A', place: '', image: null }],
    ],
  ])('survives %s', (_, text, expected) => {
    const storage = memoryStorage();
    storage.setItem(SHORTLIST_KEY, text);
    expect(keptArtists(storage, SHORTLIST_KEY)).toEqual(expected);
  });
});

describe('recently viewed', () => {
  it('keeps the last ones, each once', () => {
    const storage = memoryStorage();
    for (let n = 0; n < RECENT_MAX + 3; n++) rememberArtist(storage, artist(n));
    rememberArtist(storage, artist(RECENT_MAX));
    const expected = [8, 10, 9, 7, 6, 5, 4, 3].map((n) => `artist-${n}`);
    expect(slugs(storage, RECENT_KEY)).toEqual(expected);
  });
});
