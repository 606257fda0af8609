import { describe, expect, it } from 'vitest';
import {
  fitWithin,
  IMAGE_TYPES,
  imageExtension,
  objectPath,
  photoPath,
  portfolioPath,
  SOURCE_MAX_BYTES,
  sourceRefusal,
} from './upload.ts';

describe('sourceRefusal', () => {
  it.each(IMAGE_TYPES)('takes %s up to the limit', (type) => {
    expect(sourceRefusal({ name: 'a', type, size: 1 })).toBeNull();
    expect(sourceRefusal({ name: 'a', type, size: SOURCE_MAX_BYTES })).toBeNull();
  });

  it.each([
    ['image/svg+xml', 10, 'a is not a JPEG, PNG, WebP or AVIF image'],
    ['image/gif', 10, 'a is not a JPEG, PNG, WebP or AVIF image'],
    ['', 10, 'a is not a JPEG, PNG, WebP or AVIF image'],
    ['image/png', SOURCE_MAX_BYTES + 1, 'a is larger than 40 MB'],
    ['image/png', 0, 'a is empty'],
  ])('refuses %j of %i bytes', (type, size, sentence) => {
    expect(sourceRefusal({ name: 'a', type, size })).toBe(sentence);
  });
});

describe('paths of section 7', () => {
  it('names photo and portfolio files', () => {
    expect(photoPath('u1', 'image/webp')).toBe('u1/profile.webp');
    expect(portfolioPath('u1', 1700000000000, 2, 'image/jpeg')).toBe('u1/1700000000000-2.jpg');
    expect(IMAGE_TYPES.map(imageExtension)).toEqual(['jpg', 'png', 'webp', 'avif']);
  });

  it.each([
    ['http://127.0.0.1:4321/storage/v1/object/public/portfolio-images/u/1-0.webp', 'u/1-0.webp'],
    ['https://x.supabase.co/storage/v1/object/public/portfolio-images/u/1.webp?v=3', 'u/1.webp'],
    ['https://x.supabase.co/storage/v1/object/public/profile-photos/u/1.webp', null],
    ['/storage/v1/object/public/portfolio-images/u/1.webp', null],
    ['nonsense', null],
  ])('finds the object of %s', (url, path) => {
    expect(objectPath(url, 'portfolio-images')).toBe(path);
  });
});

describe('fitWithin', () => {
  it.each([
    [4800, 2400, 2400, 1200],
    [2400, 4800, 1200, 2400],
    [800, 600, 800, 600],
    [10_000, 1, 2400, 1],
  ])('%i × %i becomes %i × %i', (width, height, w, h) => {
    expect(fitWithin(width, height, 2400)).toEqual({ width: w, height: h });
  });
});
