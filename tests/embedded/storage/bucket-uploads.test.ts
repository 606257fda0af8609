import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { createKeys } from '#embedded/index.ts';
import { type Bucket, openBucket } from '#node/bucket.ts';
import type { Person, TestBackend } from '#tests/support/backend.ts';
import { folderOfFile, folderOfTest } from '#tests/support/folder.ts';
import { ofFile } from '#tests/support/of-file.ts';
import { ownDatabase } from '#tests/support/own-database.ts';
import { pictureBytes } from '#tests/support/pictures.ts';
import { startS3 } from '#tests/support/s3.ts';
import { fixtureBackend, request } from '../fixture.ts';

/** Uploads in a bucket: what callers see is as with a disk, and a bucket that is away loses nothing. */
vi.setConfig({ testTimeout: 120_000 });
/** What is done after the answer. */
const LATER = { timeout: 30_000 };
const PNG = { contentType: 'image/png' };
const first = pictureBytes('png', 'first');
const second = pictureBytes('png', 'second');

let bucket: Bucket;
const dataDir = folderOfFile('muro-bucket-');
let backend: TestBackend;
let artist: Person;

const s3 = ofFile(() => startS3());
beforeAll(async () => {
  bucket = openBucket(s3.storage);
  // Made while uploads are on the disk.
  const earlier = await fixtureBackend({ dataDir });
  await earlier.service().storage.from('vault').upload('early.txt', 'early');
  await earlier.stop();
  backend = await fixtureBackend({ dataDir, storageBucket: s3.storage });
  artist = await backend.signedIn('artist');
});
afterEach(() => s3.faults.heal());
afterAll(async () => {
  await backend?.stop();
});

const photos = (person = artist) => person.client.storage.from('profile-photos');
const vault = () => backend.service().storage.from('vault');

it('refuses a name that is too long for a key of S3 with its bucket and version', async () => {
  const { error } = await vault().upload(`${'ab/'.repeat(330)}c`, 'text');
  expect(error).toMatchObject({ statusCode: '400', message: 'Invalid key' });
  expect((await vault().upload(`${'ab/'.repeat(325)}c`, 'text')).error).toBeNull();
});
const shown = (name: string, headers: Record<string, string> = {}) =>
  fetch(photos().getPublicUrl(name).data.publicUrl, { headers });
const bytesOf = async (name: string) => Buffer.from(await (await shown(name)).arrayBuffer());
const keysOf = async (part: string) =>
  (await Array.fromAsync(bucket.list())).map(({ key }) => key).filter((key) => key.includes(part));
const versionsOf = (name: string) =>
  backend
    .sql<{ version: string }>('select version from storage.objects where name = $1', [name])
    .then((rows) => rows.map(({ version }) => version));

it('takes the uploads of the disk along at its first start', async () => {
  expect(await (await vault().download('early.txt')).data?.text()).toBe('early');
  expect(await keysOf('early')).toHaveLength(1);
  const files = await readdir(path.join(dataDir, 'storage'), { recursive: true });
  expect(files.filter((file) => file.includes('early'))).toEqual([]);
});

describe('an upload', () => {
  it('is kept with its type, under the version that its row names', async () => {
    const name = `${artist.id}/one.png`;
    const sent = await photos().upload(name, first, { ...PNG, cacheControl: '77' });
    expect(sent.error).toBeNull();
    const answer = await shown(name);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(first);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'max-age=77, s-maxage=60',
      'content-length': `${first.length}`,
    });
    const [version] = await versionsOf(name);
    expect(await keysOf('/one.png')).toEqual([`profile-photos/${name}/${version}`]);
    expect(await bucket.head(`profile-photos/${name}/${version}`)).toMatchObject({
      contentType: 'image/png',
      cacheControl: 'max-age=77',
    });
  });
});

it('a private file is for whoever may read it, whole and in parts', async () => {
  await vault().upload('ranges.txt', '0123456789');
  const read = (headers: Record<string, string>, method = 'GET') =>
    request(backend, '/storage/v1/object/authenticated/vault/ranges.txt', { headers, method });
  const apikey = backend.keys.secretKey;
  const part = await read({ apikey, range: 'bytes=2-4' });
  expect([part.status, await part.text()]).toEqual([206, '234']);
  expect(part.headers.get('x-robots-tag')).toBe('none');
  expect((await read({ apikey, range: 'bytes=10-' })).status).toBe(416);
  const etag = (await read({ apikey }, 'HEAD')).headers.get('etag') ?? '';
  expect((await read({ apikey, 'if-none-match': etag })).status).toBe(304);
  expect((await read({})).status).toBe(400);
  expect((await artist.client.storage.from('vault').download('ranges.txt')).error).not.toBeNull();
  const { data } = await vault().createSignedUrl('ranges.txt', 60);
  expect(await (await fetch(data?.signedUrl ?? '')).text()).toBe('0123456789');
  const [key] = await keysOf('ranges');
  expect((await fetch(`${s3.endpoint}/${s3.storage.name}/${key}`)).status).toBe(403);
});

it('a small copy is made once, and shown while the bucket is away', async () => {
  const name = `${artist.id}/wall.webp`;
  const create = { width: 900, height: 600, channels: 3, background: '#c4391d' } as const;
  await photos().upload(name, await sharp({ create }).webp().toBuffer(), {
    contentType: 'image/webp',
  });
  const small = () =>
    fetch(`${backend.url}/storage/v1/render/image/public/profile-photos/${name}?width=320`);
  expect((await sharp(await (await small()).arrayBuffer()).metadata()).width).toBe(320);
  s3.faults.cut();
  expect((await small()).status).toBe(200);
});

it('a file is moved and copied with its bytes', async () => {
  await vault().upload('from.txt', 'moving');
  expect((await vault().copy('from.txt', 'copied.txt')).error).toBeNull();
  expect((await vault().move('from.txt', 'moved.txt')).error).toBeNull();
  for (const name of ['copied.txt', 'moved.txt'])
    expect(await (await vault().download(name)).data?.text()).toBe('moving');
  expect((await vault().download('from.txt')).error).not.toBeNull();
});

describe('what is erased', () => {
  it('in SQL goes from the bucket, and is nobody’s at once', async () => {
    const person = await backend.signedIn('artist');
    const name = `${person.id}/erased.png`;
    await photos(person).upload(name, first, PNG);
    await backend.sql('delete from storage.objects where name = $1', [name]);
    expect((await shown(name)).status).toBe(400);
    await expect.poll(() => keysOf('erased.png'), LATER).toEqual([]);
    // A new one of the same name has nothing to do with the old one's erasure.
    await photos(person).upload(name, second, PNG);
    expect(await bytesOf(name)).toEqual(second);
  });
});

describe('a bucket that is away', () => {
  it('refuses an upload with a 5xx, and leaves neither row nor bytes', async () => {
    const name = `${artist.id}/away.png`;
    s3.faults.cut();
    const { error } = await photos().upload(name, first, PNG);
    expect(Number((error as { statusCode?: string } | null)?.statusCode)).toBeGreaterThan(499);
    s3.faults.heal();
    expect([await versionsOf(name), await keysOf('away.png')]).toEqual([[], []]);
    expect((await photos().upload(name, first, PNG)).error).toBeNull();
    expect(await bytesOf(name)).toEqual(first);
  });

  it('keeps what was there when it is to be replaced', async () => {
    const name = `${artist.id}/kept.png`;
    await photos().upload(name, first, PNG);
    const row = 'select version, metadata from storage.objects where name = $1';
    const before = await backend.sql(row, [name]);
    s3.faults.endCredential();
    const over = await photos().upload(name, second, { ...PNG, upsert: true });
    expect(over.error).toMatchObject({ statusCode: '500' });
    expect((await shown(name)).status).toBe(500);
    s3.faults.heal();
    expect(await backend.sql(row, [name])).toEqual(before);
    expect(await bytesOf(name)).toEqual(first);
  });

  it('takes an upload whose answers are lost once', async () => {
    const name = `${artist.id}/lost.png`;
    s3.faults.loseAnswers(2);
    expect((await photos().upload(name, first, PNG)).error).toBeNull();
    expect(await keysOf('lost.png')).toHaveLength(1);
    expect(await bytesOf(name)).toEqual(first);
  });

  it('holds up nobody who does not need it', { tags: 'long' }, async () => {
    s3.faults.hang();
    const sent = Array.from({ length: 20 }, (_, n) => vault().upload(`hanging-${n}.txt`, 'x'));
    await vi.waitFor(() => expect(s3.asked.some((line) => line.includes('hanging'))).toBe(true));
    const started = performance.now();
    expect((await artist.client.from('artists').select('id').limit(1)).error).toBeNull();
    expect(performance.now() - started).toBeLessThan(3000);
    s3.faults.heal();
    expect((await Promise.all(sent)).map(({ error }) => error)).toEqual(sent.map(() => null));
  });
});

const server = inject('databaseServer');

describe.skipIf(!server)('two servers of one database and one bucket', () => {
  const database = ofFile(() => ownDatabase(server));
  let servers: TestBackend[] = [];
  beforeAll(async () => {
    const shared = {
      databaseUrl: database.url,
      storageBucket: s3.storage,
      keys: createKeys(),
    };
    // It is that of the other tests' database.
    await expect(fixtureBackend(shared)).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringMatching(/^The bucket muro-uploads holds the uploads of another datab/),
    });
    await bucket.remove(['.muro/uploads.json']);
    servers = [await fixtureBackend(shared), await fixtureBackend(shared)];
  });
  afterAll(async () => {
    for (const each of servers) await each.stop();
  });
  const vaults = () => servers.map((each) => each.service().storage.from('vault'));

  it('show and replace what the other has taken, and never a row without its bytes', async () => {
    const [here, there] = vaults();
    expect((await here?.upload('shared.txt', '0'))?.error).toBeNull();
    expect(await (await there?.download('shared.txt'))?.data?.text()).toBe('0');
    for (let round = 1; round <= 5; round++) {
      const texts = [`${round}`, `${round}${round}`];
      const sent = vaults().map((vault, n) =>
        vault.upload('shared.txt', texts[n] ?? '', { upsert: true }),
      );
      expect((await Promise.all(sent)).map(({ error }) => error)).toEqual([null, null]);
      const [row] =
        (await servers[0]?.sql<{ size: number }>(
          `select (metadata ->> 'size')::int as size from storage.objects where name = 'shared.txt'`,
        )) ?? [];
      const read = vaults().map(async (vault) => (await vault.download('shared.txt')).data?.text());
      const [one, two] = await Promise.all(read);
      expect([one, two]).toEqual([texts[(row?.size ?? 0) - 1], one]);
    }
  });

  it('erase once what both are told of', async () => {
    const [here, there] = vaults();
    await here?.upload('both.txt', 'x');
    await there?.remove(['both.txt']);
    expect((await here?.download('both.txt'))?.error).not.toBeNull();
    await expect.poll(() => keysOf('both.txt'), LATER).toEqual([]);
  });
});

it('a bucket that cannot be reached is named in one sentence when uploads are to move into it', async () => {
  const folder = await folderOfTest('muro-bucket-');
  const earlier = await fixtureBackend({ dataDir: folder });
  await earlier.service().storage.from('vault').upload('early.txt', 'early');
  await earlier.stop();
  s3.faults.cut();
  const starting = fixtureBackend({ dataDir: folder, storageBucket: s3.storage });
  await expect(starting).rejects.toMatchObject({
    name: 'StartupError',
    message: expect.stringMatching(/^The bucket muro-uploads cannot be reached at /),
  });
});
