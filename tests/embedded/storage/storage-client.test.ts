import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ofFile } from '#tests/support/of-file.ts';
import type { Person } from '../../support/backend.ts';
import { pictureBytes } from '../../support/pictures.ts';
import { fixtureBackend, request } from '../fixture.ts';

/** Every method of supabase-js's storage client, against what the hosted service documents for it. */
vi.setConfig({ testTimeout: 120_000 });

let artist: Person;
let path: string;
const PIXELS = pictureBytes('png', '89');

const backend = ofFile(() => fixtureBackend());
beforeAll(async () => {
  artist = await backend.signedIn('artist');
  path = `${artist.id}/one.png`;
  await photos().upload(path, PIXELS, {
    contentType: 'image/png',
    cacheControl: '60',
    metadata: { by: 'ñ', n: 1 },
  });
});

const photos = () => artist.client.storage.from('profile-photos');
const operator = () => backend.service().storage;
const NOT_FOUND = { statusCode: '404', code: 'NoSuchKey', message: 'Object not found' };

describe('files', () => {
  it('info() tells what is kept, in the names of the client', async () => {
    const { data, error } = await photos().info(path);
    expect(error).toBeNull();
    expect(data).toMatchObject({
      name: path,
      bucketId: 'profile-photos',
      size: 10,
      contentType: 'image/png',
      cacheControl: 'max-age=60',
      metadata: { by: 'ñ', n: 1 },
    });
    expect(data).toHaveProperty('id', expect.stringMatching(/^[0-9a-f-]{36}$/));
    expect(data).toHaveProperty('version', expect.any(String));
    expect(data?.etag).toMatch(/^"[0-9a-f]{32}"$/);
    for (const time of [data?.createdAt, data?.lastModified])
      expect(Number.isNaN(Date.parse(String(time)))).toBe(false);
    expect(JSON.stringify(data)).not.toContain('owner');
    expect((await photos().info(`${artist.id}/none.png`)).error).toMatchObject(NOT_FOUND);
  });

  it('keeps the metadata of a form, and refuses what is no object', async () => {
    const blob = new Blob([new Uint8Array(PIXELS)], { type: 'image/png' });
    const other = `${artist.id}/form.png`;
    await photos().upload(other, blob, { metadata: { from: 'a form' } });
    expect((await photos().info(other)).data?.metadata).toEqual({ from: 'a form' });
    const bad = await photos().upload(`${artist.id}/bad.png`, PIXELS, {
      contentType: 'image/png',
      headers: { 'x-metadata': 'W10' },
    });
    expect(bad.error).toMatchObject({ statusCode: '400' });
  });

  it('createSignedUrls() has an error for each path that is missing', async () => {
    const { data, error } = await photos().createSignedUrls(
      [path, `${artist.id}/none.png`, 'a%00b'],
      60,
    );
    expect(error).toBeNull();
    const missing = 'Either the object does not exist or you do not have access to it';
    expect(data).toMatchObject([
      { path, error: null },
      { path: `${artist.id}/none.png`, error: missing, signedURL: null, signedUrl: null },
      { path: 'a%00b', error: missing, signedURL: null, signedUrl: null },
    ]);
    expect(await (await fetch(data?.[0]?.signedUrl ?? '')).text()).toBe(PIXELS.toString());
    for (const [paths, seconds] of [
      [[], 60],
      [[path], 0],
      [[path], 1.5],
      [[path], 1e300],
    ] as const)
      expect((await photos().createSignedUrls([...paths], seconds)).error).toMatchObject({
        statusCode: '400',
      });
  });

  it('names the file that a browser keeps', async () => {
    const signed = await photos().createSignedUrl(path, 60, { download: 'my wall.png' });
    const { publicUrl } = photos().getPublicUrl(path, { download: true }).data;
    const dispositions = [];
    for (const url of [signed.data?.signedUrl ?? '', publicUrl])
      dispositions.push((await fetch(url)).headers.get('content-disposition'));
    expect(dispositions).toEqual([
      `attachment; filename="my%20wall.png"; filename*=UTF-8''my%20wall.png`,
      'attachment',
    ]);
  });

  it('copy() and move() work within a bucket and across', async () => {
    const target = `${artist.id}/copied.png`;
    const copied = await photos().copy(path, target);
    expect(copied).toEqual({ data: { path: `profile-photos/${target}` }, error: null });
    await operator().createBucket('elsewhere', { public: true });
    const across = await operator()
      .from('profile-photos')
      .copy(path, 'x/copied.png', { destinationBucket: 'elsewhere' });
    expect(across.data).toEqual({ path: 'elsewhere/x/copied.png' });
    const moved = await operator()
      .from('profile-photos')
      .move(target, 'x/moved.png', { destinationBucket: 'elsewhere' });
    expect(moved).toEqual({ data: { message: 'Successfully moved' }, error: null });
    expect((await photos().exists(target)).data).toBe(false);
    expect((await operator().from('elsewhere').exists('x/moved.png')).data).toBe(true);
    const twice = await photos().copy(path, path);
    expect(twice.error).toMatchObject({ statusCode: '409', code: 'KeyAlreadyExists' });
    for (const way of ['copy', 'move'] as const) {
      expect((await photos()[way]('none', `${artist.id}/a.png`)).error).toMatchObject(NOT_FOUND);
      for (const bad of ['../x', 'a//b', 'a\0b', 'ü.png', ''])
        expect((await photos()[way](path, bad)).error).toMatchObject({ statusCode: '400' });
    }
    for (const odd of ['../../keys.json', `${artist.id}/../x.png`, `${artist.id}/..%2f..%2fx.png`])
      expect(
        (await photos().upload(odd, PIXELS, { contentType: 'image/png' })).error,
      ).not.toBeNull();
  });

  it('remove() takes paths and entries of paths', async () => {
    const names = ['r1.png', 'r2.png'].map((name) => `${artist.id}/${name}`);
    for (const name of names) await photos().upload(name, PIXELS, { contentType: 'image/png' });
    const { data } = await photos().remove([
      names[0] ?? '',
      { path: names[1] ?? '', versionId: 'x' },
    ]);
    expect(data?.map(({ name }) => name)).toEqual(names);
  });

  it('listV2() goes from page to page', async () => {
    const files = ['a.txt', 'b/c.txt', 'b/d.txt', 'e.txt'];
    await operator().createBucket('pages');
    for (const name of files) await operator().from('pages').upload(name, 'x');
    const names: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 3; page++) {
      const { data } = await operator()
        .from('pages')
        .listV2({ limit: 2, ...(cursor && { cursor }) });
      names.push(...(data?.objects.map(({ name }) => name) ?? []));
      expect(data?.hasNext).toBe(page === 0);
      cursor = data?.nextCursor;
      if (!cursor) break;
    }
    expect(names).toEqual(files);
    const top = await operator().from('pages').listV2({ with_delimiter: true });
    expect(top.data?.folders).toMatchObject([{ name: 'b/' }]);
    expect(top.data?.objects.map(({ name }) => name)).toEqual(['a.txt', 'e.txt']);
    const below = await operator().from('pages').listV2({ with_delimiter: true, prefix: 'b/' });
    expect(below.data?.objects.map(({ name }) => name)).toEqual(['b/c.txt', 'b/d.txt']);
  });
});

describe('buckets', () => {
  it('take sizes in words', async () => {
    for (const [size, bytes] of [
      ['1MB', 1_000_000],
      ['2.5kb', 2500],
      ['20GB', 20_000_000_000],
      [4096, 4096],
      ['4096', 4096],
    ] as const) {
      const id = `size-${bytes}-${typeof size}`;
      const made = await operator().createBucket(id, { public: false, fileSizeLimit: size });
      expect(made).toEqual({ data: { name: id }, error: null });
      expect((await operator().getBucket(id)).data).toMatchObject({ file_size_limit: bytes });
    }
    for (const size of ['1 TB', 'big', '-1', -1, '']) {
      const { error } = await operator().createBucket('refused', {
        public: false,
        fileSizeLimit: size,
      });
      expect(error, String(size)).toMatchObject({ statusCode: '400' });
    }
    const big = await operator().from('size-2500-string').upload('x', 'x'.repeat(2501));
    expect(big.error).toMatchObject({ statusCode: '413', code: 'EntityTooLarge' });
  });

  it('are changed, also back to no limit', async () => {
    const limits = { fileSizeLimit: '1MB', allowedMimeTypes: ['image/png'] };
    await operator().createBucket('changing', { public: false, ...limits });
    const update = await operator().updateBucket('changing', {
      public: true,
      fileSizeLimit: null,
      allowedMimeTypes: null,
    });
    expect(update).toEqual({ data: { message: 'Successfully updated' }, error: null });
    expect((await operator().getBucket('changing')).data).toMatchObject({
      public: true,
      file_size_limit: null,
      allowed_mime_types: null,
      type: 'STANDARD',
    });
  });

  it('are listed, emptied and deleted', async () => {
    for (const id of ['zz-1', 'zz-2', 'zz-3']) await operator().createBucket(id);
    const listed = await operator().listBuckets({
      search: 'zz',
      sortColumn: 'name',
      sortOrder: 'desc',
      limit: 2,
    });
    expect(listed.data?.map(({ id }) => id)).toEqual(['zz-3', 'zz-2']);
    await operator().from('zz-1').upload('a', 'x');
    expect((await operator().deleteBucket('zz-1')).error).toMatchObject({ statusCode: '409' });
    expect((await operator().emptyBucket('zz-1')).error).toBeNull();
    expect((await operator().deleteBucket('zz-1')).data).toEqual({
      message: 'Successfully deleted',
    });
    const gone = await operator().getBucket('zz-1');
    expect(gone.error).toMatchObject({ statusCode: '404', code: 'NoSuchBucket' });
    expect((await operator().createBucket('zz-2')).error).toMatchObject({ statusCode: '409' });
    expect((await operator().createBucket('a/b')).error).toMatchObject({
      code: 'InvalidBucketName',
    });
    expect((await artist.client.storage.createBucket('mine')).error).not.toBeNull();
  });
});

it('says of what it does not have that it is not enabled, as JSON', async () => {
  const transform = { width: 10 };
  const { error } = await photos().download(path, { transform });
  expect(error).toMatchObject({ message: 'The object is not an image' });
  for (const [method, address] of [
    ['POST', 'upload/resumable'],
    ['PATCH', 'upload/resumable/x'],
    ['GET', `render/image/public/profile-photos/${path}?width=10`],
    ['DELETE', `cdn/profile-photos/${path}`],
    ['GET', 'bucket/vault/lifecycle'],
    ['POST', 'vector/CreateIndex'],
    ['GET', 'iceberg/bucket'],
    ['GET', 's3/vault'],
    ['GET', 'nothing'],
    ['PATCH', 'object/vault/x'],
  ] as const) {
    const answer = await request(backend, `/storage/v1/${address}`, { method });
    expect([address, answer.status >= 400 && answer.status < 500]).toEqual([address, true]);
    expect(await answer.json(), address).toMatchObject({ message: expect.any(String) });
  }
});
