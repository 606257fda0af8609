import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ofFile } from '#tests/support/of-file.ts';
import type { Person } from '../../support/backend.ts';
import { pictureBytes } from '../../support/pictures.ts';
import { fixtureBackend, request } from '../fixture.ts';

const PNG = { contentType: 'image/png' };
const PIXELS = pictureBytes('png', 'not really more of a picture, but nobody looks');
vi.setConfig({ testTimeout: 120_000 });

let artist: Person;

const backend = ofFile(() => fixtureBackend());
beforeAll(async () => {
  artist = await backend.signedIn('artist');
});

const photos = (person = artist) => person.client.storage.from('profile-photos');

describe('uploads', () => {
  it.each([
    { kind: 'File', body: new File([new Uint8Array(PIXELS)], 'a.png', { type: 'image/png' }) },
    { kind: 'Blob', body: new Blob([new Uint8Array(PIXELS)], { type: 'image/png' }) },
    { kind: 'ArrayBuffer', body: new Uint8Array(PIXELS).buffer },
    { kind: 'Buffer', body: PIXELS },
  ])('takes a $kind and gives it back with its type', async ({ kind, body }) => {
    const path = `${artist.id}/${kind.toLowerCase()}.png`;
    const { data, error } = await photos().upload(path, body, { ...PNG, cacheControl: '31536000' });
    expect(error).toBeNull();
    expect(data?.path).toBe(path);
    const { data: url } = photos().getPublicUrl(path);
    const response = await fetch(url.publicUrl);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/png');
    // As asked, but a cache that many share may not keep what may be withdrawn.
    expect(response.headers.get('cache-control')).toBe('max-age=31536000, s-maxage=60');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(PIXELS);
  });

  it('overwrites only when asked to', async () => {
    const path = `${artist.id}/profile.webp`;
    const once = () => photos().upload(path, PIXELS, { contentType: 'image/webp' });
    expect((await once()).error).toBeNull();
    expect((await once()).error).toMatchObject({
      statusCode: '409',
      message: 'The resource already exists',
    });
    const other = pictureBytes('webp', 'another');
    const over = await photos().upload(path, other, { contentType: 'image/webp', upsert: true });
    expect(over.error).toBeNull();
    const { data } = await photos().download(path);
    expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(other);
  });

  it('refuses other types and sizes however they are sent', async () => {
    const big = Buffer.alloc(100_001);
    for (const body of [big, new Blob([new Uint8Array(big)], { type: 'image/png' })])
      expect((await photos().upload(`${artist.id}/big.png`, body, PNG)).error).toMatchObject({
        statusCode: '413',
        message: 'The object exceeded the maximum allowed size',
      });
    const drawing = new Blob(['<svg/>'], { type: 'image/svg+xml' });
    expect((await photos().upload(`${artist.id}/x.svg`, drawing)).error).toMatchObject({
      statusCode: '415',
      message: 'mime type image/svg+xml is not supported',
    });
    const address = `/storage/v1/object/profile-photos/${artist.id}/s.png`;
    const streamed = {
      method: 'POST',
      token: artist.token,
      headers: { 'content-type': 'image/png' },
      body: new Blob([big]).stream(),
      duplex: 'half',
    } as RequestInit;
    expect(await (await request(backend, address, streamed)).json()).toMatchObject({
      statusCode: '413',
    });
    expect((await photos().list(artist.id, { search: 'big' })).data).toEqual([]);
  });
});

describe('lists and removal', () => {
  it('lists one folder, names relative to it, sub-folders as such', async () => {
    const owner = await backend.signedIn('artist');
    for (const name of ['b.png', 'a.png'])
      await photos(owner).upload(`${owner.id}/${name}`, PIXELS, PNG);
    const sortBy = { column: 'name', order: 'desc' };
    const metadata = { size: PIXELS.length, mimetype: 'image/png' };
    expect((await photos(owner).list(owner.id, { sortBy })).data).toMatchObject([
      { name: 'b.png', metadata },
      { name: 'a.png' },
    ]);
    const top = await photos(owner).list();
    expect(top.data).toMatchObject([{ name: owner.id, id: null }]);
    expect((await photos(owner).list(artist.id)).data).toEqual([]);
    expect((await backend.anon().storage.from('profile-photos').list(owner.id)).data).toEqual([]);
    const second = await photos(owner).list(owner.id, { limit: 1, offset: 1 });
    expect(second.data).toMatchObject([{ name: 'b.png' }]);
  });

  it('shows an object no more when its row goes in SQL', async () => {
    const owner = await backend.signedIn('artist');
    const path = `${owner.id}/erased.png`;
    await photos(owner).upload(path, PIXELS, PNG);
    const url = photos(owner).getPublicUrl(path).data.publicUrl;
    // Gone at once, also while the file is still there.
    await backend.sql('alter table storage.objects disable trigger embedded_object_gone');
    await backend.sql('delete from storage.objects where name = $1', [path]);
    await backend.sql('alter table storage.objects enable trigger embedded_object_gone');
    expect((await fetch(url)).status).toBe(400);
    // A new upload of the same name must find no trace of the old one, and survive its erasure.
    await photos(owner).upload(path, pictureBytes('png', 'second'), PNG);
    expect(await (await fetch(url)).text()).toMatch(/second$/);
  });
});

const TEN_BYTES = pictureBytes('png', '89');
const textOf = (from: number, to = 10) => TEN_BYTES.subarray(from, to).toString();

describe('public objects', () => {
  let url: string;
  beforeAll(async () => {
    const path = `${artist.id}/ranges.png`;
    await photos().upload(path, TEN_BYTES, PNG);
    url = photos().getPublicUrl(path).data.publicUrl;
  });
  const get = (headers: Record<string, string>, method = 'GET') => fetch(url, { method, headers });

  it('validates', async () => {
    const etag = (await get({})).headers.get('etag') ?? '';
    const same = await get({ 'if-none-match': etag });
    expect([same.status, await same.text()]).toEqual([304, '']);
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200);
  });

  it.each([
    ['bytes=2-4', 206, textOf(2, 5), 'bytes 2-4/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=0-1,3-4', 200, textOf(0), null],
  ])('answers %s', async (range, status, text, contentRange) => {
    const response = await get({ range });
    expect([response.status, await response.text(), response.headers.get('content-range')]).toEqual(
      [status, text, contentRange],
    );
  });

  it('answers HEAD without a body', async () => {
    const response = await get({}, 'HEAD');
    const said = [response.status, response.headers.get('content-length'), await response.text()];
    expect(said).toEqual([200, '10', '']);
  });

  it('does not show private buckets or other files', async () => {
    await backend.service().storage.from('vault').upload('secret.txt', 'secret');
    for (const path of [
      'vault/secret.txt',
      'nothing/x',
      'profile-photos/none.png',
      'profile-photos/..%2f..%2fkeys.json',
      'profile-photos/%ff',
    ]) {
      const response = await fetch(`${backend.url}/storage/v1/object/public/${path}`);
      expect(response.status, path).toBe(400);
      expect(await response.json()).toMatchObject({ statusCode: '404' });
    }
  });
});
