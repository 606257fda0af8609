import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { artistSlug } from '#tests/support/artist-slug.ts';
import { FOLDED_CASES } from '#tests/support/cases/text-cases.ts';
import { nameKey, slugify } from './slug.ts';

describe('slugify', () => {
  it.each([
    ['Ana María Núñez', 'ana-maria-nunez'],
    ['  --Hello,   World!-- ', 'hello-world'],
    ['O’Hara & Sons', 'o-hara-sons'],
    ...FOLDED_CASES,
    ['İZMİR', 'izmir'],
    ['壁画', ''],
    ['', ''],
  ])('%j', (text, slug) => expect(slugify(text)).toBe(slug));

  it('gives hyphenated ASCII words, and itself again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const slug = slugify(text);
        expect(slug).toMatch(/^$|^[a-z0-9]+(-[a-z0-9]+)*$/);
        expect(slugify(slug)).toBe(slug);
      }),
    );
  });
});

describe('nameKey', () => {
  it.each([
    ['Ana María Núñez', 'ANA MARIA  NUNEZ'],
    ['Ana-María Núñez', 'ana maría núñez'],
    ['O’Hara & Sons', "O'Hara Sons"],
    ['Ｙａｍａｄａ', 'Yamada'],
    ['ИВАН Петров', 'Иван Петров'],
    ['ΝΙΚΟΣ', 'Νίκος'],
    ['김민준', '김민준'.normalize('NFD')],
    ['山田　花子', '山田 花子'],
    ['🎨', '🎨'],
  ])('%j and %j are namesakes', (one, other) => {
    expect(nameKey(one)).not.toBeNull();
    expect(nameKey(one)).toBe(nameKey(other));
  });

  it.each([
    ['Վարդան Նկարիչ', 'علي الرسام'],
    ['山田 花子', '佐藤 花子'],
    ['山田 (Yamada)', '佐藤 (Yamada)'],
    ['김민준', '이민준'],
    ['Иван', 'Ивар'],
    ['🎨', '🖌️'],
  ])('%j and %j are not', (one, other) => expect(nameKey(one)).not.toBe(nameKey(other)));

  it('is none for a name without a letter', () => {
    for (const name of ['', ' ', '!?', '・。'.slice(1)]) expect(nameKey(name)).toBeNull();
  });
});

describe('artistSlug (section 9)', () => {
  const user = '0123abcd-4567-4890-abcd-ef0123456789';
  it.each([
    ['Ana María', 'ana-maria-0123abcd'],
    ['壁画', 'artist-0123abcd'],
    ['', 'artist-0123abcd'],
    [`${'a'.repeat(99)} b`, `${'a'.repeat(99)}-0123abcd`],
  ])('%j', (name, slug) => expect(artistSlug(name, user)).toBe(slug));
});
