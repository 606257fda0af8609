import { describe, expect, it } from 'vitest';
import { LIMITS } from '#lib/limits.ts';
import {
  copyUrl,
  copyWidth,
  fitWithin,
  IMAGE_TYPES,
  imageExtension,
  objectPath,
  photoPath,
  portfolioPath,
  sourceRefusal,
  unreadable,
  uploadOf,
} from './upload.ts';

describe('sourceRefusal', () => {
  it.each(IMAGE_TYPES)('takes %s up to the limit', (type) => {
    expect(sourceRefusal({ name: 'a', type, size: 1 })).toBeNull();
    expect(sourceRefusal({ name: 'a', type, size: LIMITS.sourceImageBytes })).toBeNull();
  });

  it.each([
    ['image/svg+xml', 10, 'a isn’t a JPEG, PNG, WebP or AVIF file'],
    ['image/gif', 10, 'a isn’t a JPEG, PNG, WebP or AVIF file'],
    ['', 10, 'a isn’t a JPEG, PNG, WebP or AVIF file'],
    ['image/png', LIMITS.sourceImageBytes + 1, 'a is larger than 40 MB'],
    ['image/png', 0, 'a is empty'],
    // As an iPhone's HEIC comes to Windows.
    ['', 0, 'a is empty'],
  ])('refuses %j of %i bytes', (type, size, sentence) => {
    expect(sourceRefusal({ name: 'a', type, size })).toBe(sentence);
  });
});

describe('sourceRefusal of a file by its content', () => {
  it.each(['', 'image/heic', 'application/octet-stream'])('does not mind the type %j', (type) => {
    expect(sourceRefusal({ name: 'a', type, size: 1 }, 'heic')).toBeNull();
    expect(sourceRefusal({ name: 'a', type, size: 1 }, 'jpeg')).toBeNull();
  });

  it('still minds the size', () => {
    const huge = { name: 'a', type: 'image/heic', size: LIMITS.sourceImageBytes + 1 };
    expect(sourceRefusal(huge, 'heic')).toBe('a is larger than 40 MB');
  });
});

it('says of a HEIC photo what helps, whether it is damaged or has too many parts', () => {
  expect(unreadable('a.heic', 'heic')).toBe('a.heic can’t be read as a photo. Export it as JPEG.');
  expect(unreadable('a.jpg', 'jpeg')).toBe('a.jpg can’t be read as a photo.');
});

describe('small copies', () => {
  const url = 'https://x.example/storage/v1/object/public/profile-photos/u/profile.webp?v=7';

  it('have an address that follows from that of the upload, its version included', () => {
    expect(copyUrl(url, 320)).toBe(
      'https://x.example/storage/v1/render/image/public/profile-photos/u/profile.webp?v=7&width=320&resize=contain',
    );
    expect(uploadOf(url)).toEqual({ bucket: 'profile-photos', path: 'u/profile.webp' });
  });

  it.each(['https://x.example/a.jpg', '/media/x-640.webp', 'nonsense'])(
    'of %s there are none',
    (other) => {
      expect(copyUrl(other, 320)).toBe(other);
      expect(uploadOf(other)).toBeNull();
    },
  );

  it('are as wide as the box or a little wider', () => {
    expect([1, 160, 161, 516, 5000].map(copyWidth)).toEqual([160, 160, 320, 640, 1280]);
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
