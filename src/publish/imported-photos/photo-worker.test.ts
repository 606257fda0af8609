import { expect, it } from 'vitest';
import { FetchRefusal } from '#node/public-fetch.ts';
import { openSharp } from '../pictures/sharp.ts';
import { type LeasedPhoto, type PhotoStore, PhotoWorker } from './photo-worker.ts';

const ARTIST = '00000000-0000-4000-8000-000000000001';
const photo = (id: number, url: string, bucket: LeasedPhoto['bucket'] = 'portfolio-images') => ({
  ...{ id, url, bucket, artist_id: ARTIST },
});

/** Works these photos; gives what became of each. */
async function work(
  photos: LeasedPhoto[],
  get: (url: string) => Promise<Uint8Array>,
  more: Partial<PhotoStore> = {},
) {
  const said: string[] = [];
  const files = new Map<string, Uint8Array>();
  const rest = [...photos];
  const over = Promise.withResolvers<void>();
  const store: PhotoStore = {
    lease: async (limit) => {
      if (rest.length === 0) over.resolve();
      return rest.splice(0, limit);
    },
    keep: async (bucket, path, bytes) => {
      files.set(`${bucket}/${path}`, bytes);
      return path;
    },
    remove: async (bucket, path) => void files.delete(`${bucket}/${path}`),
    show: async (id, address) => said.push(`${id} is ${address}`) > 0,
    fail: async (id, problem, permanent) => void said.push(`${id}: ${problem}, ${permanent}`),
    ...more,
  };
  new PhotoWorker({ store, get, log: (line) => said.push(line) }).wake();
  await over.promise;
  return { said, files };
}

async function camera(): Promise<Uint8Array> {
  const sharp = await openSharp();
  return sharp({ create: { width: 3000, height: 1500, channels: 3, background: 'teal' } })
    .withExif({ IFD0: { Artist: 'Somebody at home' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

it('draws photos anew: upright, smaller, WebP, without what the camera wrote', async () => {
  const bytes = await camera();
  const { files, said } = await work([photo(7, 'https://a.example/1.jpg')], async () => bytes);
  expect(said).toEqual([`7 is ${ARTIST}/import-7.webp`]);
  const kept = files.get(`portfolio-images/${ARTIST}/import-7.webp`);
  const sharp = await openSharp();
  const { format, width, height, exif } = await sharp(kept).metadata();
  expect({ format, width, height, exif }).toEqual({
    ...{ format: 'webp', width: 1200, height: 2400, exif: undefined },
  });
});

it('asks a host for one photo after the other, and others meanwhile', async () => {
  const bytes = await camera();
  let [busy, most] = [0, 0];
  const hosts: string[] = [];
  const get = async (url: string) => {
    const { host } = new URL(url);
    hosts.push(host);
    if (host === 'a.example') most = Math.max(most, ++busy);
    await new Promise((done) => setTimeout(done, 20));
    if (host === 'a.example') busy -= 1;
    return bytes;
  };
  const urls = ['https://a.example/1', 'https://a.example/2', 'https://b.example/3'];
  await work(
    urls.map((url, n) => photo(n, url)),
    get,
  );
  expect(most).toBe(1);
  expect(hosts.slice(0, 2)).toEqual(['a.example', 'b.example']);
});

/** A JPEG whose header says that it is so wide and so high. */
async function jpegOf(side: number): Promise<Uint8Array> {
  const bytes = Buffer.from(await camera());
  const at = bytes.indexOf(Buffer.from('ffc0', 'hex')) + 5;
  bytes.writeUInt16BE(side, at);
  bytes.writeUInt16BE(side, at + 2);
  return bytes;
}
const FILES: Record<string, Uint8Array> = {
  svg: Buffer.from('<svg/>'),
  broken: Buffer.from('\xff\xd8\xff broken', 'latin1'),
  page: Buffer.from('\n<!DOCTYPE html><title>Sign in</title>'),
  heic: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
};

it('takes photos of large cameras', { tags: 'long' }, async () => {
  const sharp = await openSharp();
  const large = { width: 8256, height: 5504, channels: 3, background: 'teal' } as const;
  const bytes = await sharp({ create: large }).jpeg().toBuffer();
  const { files, said } = await work([photo(8, 'https://a.example/1.jpg')], async () => bytes);
  expect(said).toEqual([`8 is ${ARTIST}/import-8.webp`]);
  const kept = files.get(`portfolio-images/${ARTIST}/import-8.webp`);
  expect(await sharp(kept).metadata()).toMatchObject({ width: 2400, height: 1600 });
});

it('says what is wrong with the others', async () => {
  const get = async (url: string) => {
    if (url.endsWith('gone')) throw new FetchRefusal('Its server answered 404');
    return FILES[url.split('/').pop() ?? ''] ?? new Uint8Array();
  };
  FILES.huge = await jpegOf(16_000);
  const names = ['gone', 'svg', 'broken', 'page', 'heic', 'empty', 'huge'];
  const { said } = await work(
    names.map((name, n) => photo(n, `https://${name}.example/${name}`)),
    get,
  );
  expect(said.sort()).toEqual([
    '0: Its server answered 404, true',
    '1: It is no JPEG, PNG, WebP or AVIF, true',
    '2: It cannot be read as a photo, true',
    '3: Its address is that of a page, not of a photo, true',
    '4: It is a HEIC photo: export it as JPEG, true',
    '5: It is empty, true',
    '6: It has 256 megapixels, more than 120, true',
  ]);
});

it('refuses what is no address for a request, and works the others', async () => {
  const bytes = await camera();
  const get = async (url: string) => {
    if (!URL.canParse(url)) throw new FetchRefusal('Its address is not a plain web address');
    return bytes;
  };
  const { said } = await work(
    [photo(1, 'https://a.example:99999/1.jpg'), photo(2, 'https://a.example/2.jpg')],
    get,
  );
  expect(said.sort()).toEqual([
    '1: Its address is not a plain web address, true',
    `2 is ${ARTIST}/import-2.webp`,
  ]);
});

it('keeps no file for a page that is gone or claimed, and tries again where it could not be kept', async () => {
  const bytes = await camera();
  const url = 'https://a.example/1.jpg';
  const gone = await work([photo(1, url)], async () => bytes, { show: async () => false });
  expect(gone.files.size).toBe(0);
  const full = await work([photo(1, url)], async () => bytes, {
    keep: () => Promise.reject(new Error('full')),
  });
  expect(full.said).toEqual(['Photos of imports wait: full', '1: There was no room for it, false']);
});
