import { describe, expect, it } from 'vitest';
import { byteLru } from './byte-lru.ts';

const names = 'abcdef'.split('');

describe('what is kept by bytes', () => {
  it('gives way to what was used later', () => {
    const lru = byteLru<string, number>(100);
    lru.set('a', 1, 40);
    lru.set('b', 2, 40);
    expect(lru.get('a')).toBe(1);
    lru.set('c', 3, 40);
    expect(names.filter(lru.has)).toEqual(['a', 'c']);
    expect(lru.room()).toBe(20);
  });

  it('makes room for one that is large from as many as it takes', () => {
    const lru = byteLru<string, number>(100);
    for (const name of ['a', 'b', 'c', 'd']) lru.set(name, 0, 25);
    lru.set('e', 0, 60);
    expect(names.filter(lru.has)).toEqual(['d', 'e']);
    expect(lru.room()).toBe(15);
  });

  it('stays when something comes that would never fit', () => {
    const lru = byteLru<string, number>(100);
    lru.set('a', 1, 90);
    lru.set('b', 2, 101);
    expect([lru.get('a'), lru.get('b')]).toEqual([1, undefined]);
  });

  it('counts a value that is replaced or deleted no more', () => {
    const lru = byteLru<string, number>(100);
    lru.set('a', 1, 80);
    lru.set('a', 2, 30);
    expect([lru.get('a'), lru.room()]).toEqual([2, 70]);
    lru.delete('a');
    lru.delete('a');
    expect([lru.get('a'), lru.room()]).toEqual([undefined, 100]);
    lru.set('a', 3, 101);
    expect([lru.has('a'), lru.room()]).toEqual([false, 100]);
  });
});
