import { describe, expect, it } from 'vitest';
import { imageKind } from './image-kind.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const iso = (...brands: string[]) => {
  const [main = '', ...others] = brands;
  const body = `ftyp${main}\0\0\0\0${others.join('')}`;
  return bytes(`\0\0\0${String.fromCharCode(body.length + 4)}${body}\0\0\0\x08meta`);
};

describe('imageKind', () => {
  it.each([
    ['jpeg', bytes('\xff\xd8\xff\xe1 Exif')],
    ['png', bytes('\x89PNG\r\n\x1a\n....')],
    ['webp', bytes('RIFF....WEBPVP8 ')],
    ['avif', iso('avif', 'mif1', 'miaf')],
    ['avif', iso('mif1', 'avif')],
    ['heic', iso('heic', 'mif1', 'heic')],
  ])('knows %s', (kind, head) => {
    expect(imageKind(head)).toBe(kind);
  });

  it.each([
    ['nothing', bytes('')],
    ['a text', bytes('no picture')],
    ['a GIF', bytes('GIF89a')],
    ['an SVG', bytes('<svg xmlns=')],
    ['a film', iso('isom', 'mp42')],
    ['a sound in RIFF', bytes('RIFF....WAVEfmt ')],
    ['a brand beyond its box', bytes('\0\0\0\x10ftypisom\0\0\0\0heic')],
    ['half a signature', bytes('\x89PN')],
  ])('does not take %s for a photograph', (_what, head) => {
    expect(imageKind(head)).toBeNull();
  });
});
