import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { plainPicture } from './plain.ts';

const SIZE = { width: 60, height: 40 };
const photo = () =>
  sharp({
    create: {
      ...SIZE,
      channels: 3,
      background: '#c4391d',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  });
/** As a phone says where it was, which way up, and what it is. */
const EXIF = {
  IFD0: { Make: 'PhoneMaker', Software: 'SecretSoft' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '29/1 25/1 0/1',
    GPSLongitudeRef: 'W',
    GPSLongitude: '98/1 29/1 0/1',
  },
};
const KINDS = ['jpeg', 'png', 'webp', 'avif'] as const;
const withPlace = (kind: (typeof KINDS)[number], orientation = 6) =>
  photo()
    .withMetadata({ orientation })
    .withExifMerge(EXIF)
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><gps>29.42</gps></x:xmpmeta>')
    .toFormat(kind, { quality: 90 })
    .toBuffer();
const upright = (bytes: Buffer) => sharp(bytes).autoOrient().raw().toBuffer();

describe.each(KINDS)('a %s', (kind) => {
  it('loses the place and the camera, and nothing that is seen', async () => {
    const bytes = await withPlace(kind);
    expect(bytes.includes('PhoneMaker')).toBe(true);
    const plain = plainPicture(kind, bytes) as Buffer;
    for (const word of ['PhoneMaker', 'SecretSoft', 'xmpmeta', '29.42'])
      expect([word, plain.includes(word)]).toEqual([word, false]);
    const [before, after] = [await sharp(bytes).metadata(), await sharp(plain).metadata()];
    expect([after.width, after.height, after.xmp]).toEqual([
      before.width,
      before.height,
      undefined,
    ]);
    expect(after.autoOrient).toEqual(before.autoOrient);
    expect((await upright(plain)).equals(await upright(bytes))).toBe(true);
    expect(plain.length).toBeLessThanOrEqual(bytes.length);
  });

  it('that has nothing to lose stays as it is, bit for bit', async () => {
    const bytes = await photo().toFormat(kind).toBuffer();
    expect(plainPicture(kind, bytes)?.equals(bytes)).toBe(true);
  });

  it('may be cut off anywhere, and tells nothing', async () => {
    const bytes = await withPlace(kind);
    for (let length = 20; length < bytes.length; length += 7) {
      const plain = plainPicture(kind, bytes.subarray(0, length));
      expect([length, plain?.includes('PhoneMaker') ?? false]).toEqual([length, false]);
    }
  });
});

it('drops what follows the end of a photo, such as the film of a moving one', async () => {
  const bytes = await photo().jpeg().toBuffer();
  const film = Buffer.concat([bytes, await withPlace('jpeg')]);
  expect(plainPicture('jpeg', film)?.equals(bytes)).toBe(true);
});

it.each(['uuid', 'udta', 'free', 'skip'])(
  'blanks what an AVIF says in a box "%s" of its own',
  async (type) => {
    const bytes = await photo().avif().toBuffer();
    const told = Buffer.from(`    ${type}<x:xmpmeta>29.42</x:xmpmeta>`);
    told.writeUInt32BE(told.length);
    const plain = plainPicture('avif', Buffer.concat([bytes, told])) as Buffer;
    expect(plain.includes('29.42')).toBe(false);
    expect((await upright(plain)).equals(await upright(bytes))).toBe(true);
  },
);
