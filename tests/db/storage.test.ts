import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { type Person, type TestBackend, testBackend } from '#tests/support/backend.ts';

/** The buckets through the storage service, as the dashboard uses them. */
let db: TestBackend;
let artist: Person;
let other: Person;
beforeAll(async () => {
  db = await testBackend();
  [artist, other] = [await db.signedIn('artist'), await db.signedIn('artist')];
});
afterAll(() => db?.stop());

const png = new Blob([Uint8Array.from([0x89, 0x50, 0x4e, 0x47])], { type: 'image/png' });
const put = (who: Person, bucket: string, path: string, body = png, upsert = false) =>
  who.client.storage.from(bucket).upload(path, body, { upsert, contentType: body.type });

test('an artist keeps a profile photo and overwrites it', async () => {
  const path = `${artist.id}/profile.png`;
  expect((await put(artist, 'profile-photos', path)).error).toBeNull();
  expect((await put(artist, 'profile-photos', path, png, true)).error).toBeNull();
  const { data } = artist.client.storage.from('profile-photos').getPublicUrl(path);
  expect((await fetch(data.publicUrl)).status).toBe(200);
});

describe('refused', () => {
  test.each([
    ['a foreign folder', () => put(artist, 'portfolio-images', `${other.id}/1-0.png`)],
    ['no folder', () => put(artist, 'portfolio-images', '1-0.png')],
    ['a deeper folder', () => put(artist, 'portfolio-images', `${artist.id}/a/1-0.png`)],
    ['a capital letter', () => put(artist, 'portfolio-images', `${artist.id}/Photo.png`)],
    [
      'a type that can carry script',
      () =>
        put(
          artist,
          'portfolio-images',
          `${artist.id}/1.png`,
          new Blob(['<svg/>'], { type: 'image/svg+xml' }),
        ),
    ],
    ['an unknown bucket', () => put(artist, 'elsewhere', `${artist.id}/1-0.png`)],
    [
      'too large a photo',
      () =>
        put(
          artist,
          'profile-photos',
          `${artist.id}/big.png`,
          new Blob([new Uint8Array(LIMITS.profilePhotoBytes + 1)], { type: 'image/png' }),
        ),
    ],
  ])('%s', async (_what, work) => {
    expect((await work()).error).not.toBeNull();
  });

  test('anything from a client, whatever the name', async () => {
    const client = await db.signedIn('client');
    expect((await put(client, 'portfolio-images', `${client.id}/1-0.png`)).error).not.toBeNull();
  });
});

test('nobody lists or removes the files of somebody else', async () => {
  await put(artist, 'portfolio-images', `${artist.id}/mine.png`);
  for (const client of [other.client, db.anon()]) {
    const bucket = client.storage.from('portfolio-images');
    expect((await bucket.list(artist.id)).data ?? []).toEqual([]);
    await bucket.remove([`${artist.id}/mine.png`]);
  }
  const { data } = await artist.client.storage.from('portfolio-images').list(artist.id);
  expect(data?.map((file) => file.name)).toContain('mine.png');
});

test('60 files are enough: the next is refused, overwriting and making room still work', async () => {
  await db.sql(
    `insert into storage.objects (bucket_id, name)
     select 'portfolio-images', $1 || '/' || n || '.png' from generate_series(1, 59) n`,
    [other.id],
  );
  const last = `${other.id}/60.png`;
  expect((await put(other, 'portfolio-images', last)).error).toBeNull();
  expect((await put(other, 'portfolio-images', `${other.id}/61.png`)).error).not.toBeNull();
  expect((await put(other, 'profile-photos', `${other.id}/profile.png`)).error).not.toBeNull();
  expect((await put(other, 'portfolio-images', last, png, true)).error).toBeNull();
  await other.client.storage.from('portfolio-images').remove([last]);
  expect((await put(other, 'profile-photos', `${other.id}/profile.png`)).error).toBeNull();
});
