import { beforeAll, describe, expect, test } from 'vitest';
import { LIMITS } from '#lib/limits.ts';
import { backendOfFile, type Person } from '#tests/support/backend.ts';
import { pictureBytes, pictureOf } from '#tests/support/pictures.ts';

/** The buckets through the storage service, as the dashboard uses them. */
const db = await backendOfFile();
let artist: Person;
let other: Person;
beforeAll(async () => {
  [artist, other] = [await db.signedIn('artist'), await db.signedIn('artist')];
});

const png = new Blob([new Uint8Array(pictureBytes('png'))], { type: 'image/png' });
const put = (who: Person, bucket: string, path: string, body = png, upsert = false) =>
  who.client.storage.from(bucket).upload(path, body, { upsert, contentType: body.type });

test('an artist keeps a profile photo and overwrites it', async () => {
  const path = `${artist.id}/profile.png`;
  expect((await put(artist, 'profile-photos', path)).error).toBeNull();
  expect((await put(artist, 'profile-photos', path, png, true)).error).toBeNull();
  expect((await artist.client.storage.from('profile-photos').download(path)).error).toBeNull();
  const { data } = artist.client.storage.from('profile-photos').getPublicUrl(path);
  const status = async () => (await fetch(data.publicUrl)).status;
  expect(await status()).toBe(400);
  const shown = { profile_photo: data.publicUrl, public_visible: true };
  await artist.client.rpc('ensure_artist_profile');
  await db.service().from('artists').update(shown).eq('user_id', artist.id);
  expect(await status()).toBe(200);
});

describe('refused', () => {
  test.each([
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
});

test.each(['copy', 'move'] as const)('a %s is held to what the other bucket takes', async (way) => {
  const own = artist.client.storage.from('portfolio-images');
  const [from, to] = [`${artist.id}/large.jpg`, `${artist.id}/${way}.jpg`];
  const photo = (size: number) =>
    new Blob([new Uint8Array(pictureOf('jpeg', size))], { type: 'image/jpeg' });
  const large = LIMITS.profilePhotoBytes + 1;
  await put(artist, 'portfolio-images', from, photo(large), true);
  const there = { destinationBucket: 'profile-photos' };
  expect((await own[way](from, to, there)).error).not.toBeNull();
  expect((await artist.client.storage.from('profile-photos').download(to)).error).not.toBeNull();
  expect((await own.download(from)).data?.size).toBe(large);
  await put(artist, 'portfolio-images', from, photo(large - 1), true);
  expect((await own[way](from, to, there)).error).toBeNull();
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

/** An artist with 399 files: there is room for one. */
async function almostFull(): Promise<Person> {
  const person = await db.signedIn('artist');
  await db.sql(
    `insert into storage.objects (bucket_id, name, owner)
     select 'portfolio-images', $1 || '/' || n || '.png', $1::uuid from generate_series(1, 399) n`,
    [person.id],
  );
  await put(person, 'portfolio-images', `${person.id}/1.png`, png, true);
  return person;
}

describe('the last place is given away once', () => {
  const names = Array.from({ length: 8 }, (_, n) => `new-${n}.png`);
  const bucketOf = (person: Person) => person.client.storage.from('portfolio-images');
  type Way = (person: Person) => Promise<Promise<{ error: unknown }>[]>;
  const ways: [string, Way][] = [
    [
      'uploads',
      async (who) => names.map((name) => put(who, 'portfolio-images', `${who.id}/${name}`)),
    ],
    [
      'uploads that may overwrite',
      async (who) =>
        names.map((name) => put(who, 'portfolio-images', `${who.id}/${name}`, png, true)),
    ],
    [
      'uploads to both buckets',
      async (who) =>
        names.map((name, n) =>
          put(who, n % 2 ? 'portfolio-images' : 'profile-photos', `${who.id}/${name}`),
        ),
    ],
    [
      'copies',
      async (who) =>
        names.map((name) => bucketOf(who).copy(`${who.id}/1.png`, `${who.id}/${name}`)),
    ],
    [
      'signed addresses that were given out before',
      async (who) => {
        const signed = [];
        for (const name of names) {
          const { data } = await bucketOf(who).createSignedUploadUrl(`${who.id}/${name}`);
          signed.push(data ?? { path: '', token: '' });
        }
        return signed.map(({ path, token }) =>
          db.anon().storage.from('portfolio-images').uploadToSignedUrl(path, token, png, {
            contentType: png.type,
          }),
        );
      },
    ],
  ];

  test.each(ways.slice(0, 1))('%s', (_what, send) => expectOne(send));
  test.each(ways.slice(1))('%s', { tags: 'long' }, (_what, send) => expectOne(send));

  async function expectOne(send: Way): Promise<void> {
    const person = await almostFull();
    const answers = await Promise.all(await send(person));
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
    for (const { error } of answers) if (error) expect(error).toMatchObject({ statusCode: '403' });
    const rows = await db.sql<{ name: string }>(
      `select name from storage.objects where name like $1 || '/%'`,
      [person.id],
    );
    expect(rows).toHaveLength(400);
    // What was refused leaves nothing behind.
    for (const name of names) {
      const path = `${person.id}/${name}`;
      if (rows.some((row) => row.name === path)) continue;
      const { data } = bucketOf(person).getPublicUrl(path);
      expect((await fetch(data.publicUrl)).status).toBe(400);
    }
    expect(
      (await bucketOf(person).move(`${person.id}/1.png`, `${person.id}/moved.png`)).error,
    ).toBe(null);
  }

  test('of two uploads of one name one is stored, and the other is told', async () => {
    const person = await db.signedIn('artist');
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => put(person, 'portfolio-images', `${person.id}/one.png`)),
    );
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
    for (const { error } of answers) if (error) expect(error).toMatchObject({ statusCode: '409' });
  });
});

describe('an address for an upload', () => {
  const sign = async (person: Person) =>
    (
      await person.client.storage
        .from('portfolio-images')
        .createSignedUploadUrl(`${person.id}/signed.png`)
    ).data ?? { path: '', token: '' };
  const use = ({ path, token }: { path: string; token: string }) =>
    db.anon().storage.from('portfolio-images').uploadToSignedUrl(path, token, png, {
      contentType: png.type,
    });

  test('ends with the account, and with the session that asked for it', async () => {
    const gone = await db.signedIn('artist');
    const address = await sign(gone);
    await db.sql('delete from auth.users where id = $1', [gone.id]);
    expect((await use(address)).error).not.toBeNull();
    const left = await db.signedIn('artist');
    const another = await sign(left);
    await left.client.auth.signOut();
    expect((await use(another)).error).not.toBeNull();
  });
});

test('400 files are enough: the next is refused, overwriting and making room still work', async () => {
  await db.sql(
    `insert into storage.objects (bucket_id, name)
     select 'portfolio-images', $1 || '/' || n || '.png' from generate_series(1, 399) n`,
    [other.id],
  );
  const last = `${other.id}/400.png`;
  expect((await put(other, 'portfolio-images', last)).error).toBeNull();
  expect((await put(other, 'portfolio-images', `${other.id}/401.png`)).error).not.toBeNull();
  expect((await put(other, 'profile-photos', `${other.id}/profile.png`)).error).not.toBeNull();
  expect((await put(other, 'portfolio-images', last, png, true)).error).toBeNull();
  await other.client.storage.from('portfolio-images').remove([last]);
  expect((await put(other, 'profile-photos', `${other.id}/profile.png`)).error).toBeNull();
});
