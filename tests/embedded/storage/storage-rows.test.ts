import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { folderOfFile } from '#tests/support/folder.ts';
import type { Person, TestBackend } from '../../support/backend.ts';
import { pictureBytes } from '../../support/pictures.ts';
import { fixtureBackend, request } from '../fixture.ts';

/** Policies and triggers on `storage` decide about files, and a file is kept exactly as long as its row. */
vi.setConfig({ testTimeout: 120_000 });
const PIXELS = pictureBytes('png', 'one');
const PNG = { contentType: 'image/png' };

let backend: TestBackend;
const dataDir = folderOfFile('muro-rows-');
let artist: Person;
let other: Person;

beforeAll(async () => {
  backend = await fixtureBackend({ dataDir });
  [artist, other] = [await backend.signedIn('artist'), await backend.signedIn('artist')];
  for (const id of ['drop-box', 'by-operation', 'shared'])
    await backend.service().storage.createBucket(id);
  await backend.sql(
    `create policy drop on storage.objects for insert to anon with check (bucket_id = 'drop-box')`,
  );
  await backend.sql(
    `create policy shared on storage.objects for all to anon using (bucket_id = 'shared') with check (bucket_id = 'shared')`,
  );
  await backend.sql(
    `create policy by_operation_insert on storage.objects for insert to anon
       with check (bucket_id = 'by-operation' and storage.allow_only_operation('object.upload'))`,
  );
  await backend.sql(
    `create policy by_operation_select on storage.objects for select to anon
       using (bucket_id = 'by-operation' and storage.allow_any_operation(array['object.list', 'object.sign']))`,
  );
  await backend.sql(
    `create function private.complain() returns trigger language plpgsql as $$
       begin raise exception 'Nothing may be called so'; end $$`,
  );
  await backend.sql(
    `create trigger complain before insert or update on storage.objects for each row
       when (new.name like '%complain%') execute function private.complain()`,
  );
});
afterAll(() => backend?.stop());

const photos = (person = artist) => person.client.storage.from('profile-photos');
const operator = (bucket: string) => backend.service().storage.from(bucket);
const guest = (bucket: string) => backend.anon().storage.from(bucket);
const textAt = async (bucket: string, name: string) =>
  (await operator(bucket).download(name)).data?.text();
async function rowsLike(pattern: string): Promise<string[]> {
  const query = 'select name from storage.objects where name like $1 order by name';
  return (await backend.sql<{ name: string }>(query, [pattern])).map(({ name }) => name);
}
async function filesLike(part: string): Promise<string[]> {
  const files = await readdir(path.join(dataDir, 'storage'), { recursive: true });
  return files.filter((name) => name.includes(part)).sort();
}

describe('an upload', () => {
  it('that a policy or a trigger refuses writes nothing', async () => {
    for (const name of [`${artist.id}/stolen.png`, 'stolen.png', `${other.id}/deep/stolen.png`]) {
      const stolen = await photos(other).upload(name, PIXELS, PNG);
      expect(stolen.error).toMatchObject({ statusCode: '403', code: 'AccessDenied' });
    }
    expect((await guest('profile-photos').upload('stolen.png', PIXELS, PNG)).error).not.toBeNull();
    const complained = await operator('vault').upload('complain.txt', 'x');
    expect(complained.error).toMatchObject({
      statusCode: '400',
      message: 'The request holds a value that cannot be used',
    });
    for (const name of ['stolen', 'complain'])
      expect([await rowsLike(`%${name}%`), await filesLike(name)]).toEqual([[], []]);
  });

  it('in the place of a file of somebody else leaves that file', async () => {
    const name = `${artist.id}/mine.png`;
    await photos().upload(name, PIXELS, PNG);
    const another = pictureBytes('png', 'other');
    const over = await photos(other).upload(name, another, { ...PNG, upsert: true });
    expect(over.error).toMatchObject({ statusCode: '403' });
    expect(await textAt('profile-photos', name)).toBe(PIXELS.toString());
  });

  it('that cannot be written leaves no row', async () => {
    await mkdir(path.join(dataDir, 'storage/objects/vault'), { recursive: true });
    await writeFile(path.join(dataDir, 'storage/objects/vault/plain'), 'in the way of a folder');
    const below = await operator('vault').upload('plain/below.txt', 'x');
    expect(below.error).toMatchObject({ statusCode: '500' });
    expect(await rowsLike('plain%')).toEqual([]);
  });

  it('is the row of who sent it, and keeps what is said of it when it is replaced', async () => {
    const name = `${artist.id}/owned.png`;
    await photos().upload(name, PIXELS, { ...PNG, metadata: { from: 'me' } });
    await photos().update(name, pictureBytes('png', 'two'), PNG);
    const [row] = await backend.sql(
      `select owner_id, user_metadata, (metadata ->> 'size')::int as size, updated_at > created_at as later
       from storage.objects where name = $1`,
      [name],
    );
    const user_metadata = { from: 'me' };
    expect(row).toEqual({ owner_id: artist.id, user_metadata, size: 11, later: true });
  });

  it('needs no right to read', async () => {
    const { data, error } = await guest('drop-box').upload('note.txt', 'a note');
    expect([error, data?.path]).toEqual([null, 'note.txt']);
    expect(data?.id).toMatch(/^[0-9a-f-]{36}$/);
    expect((await guest('drop-box').download('note.txt')).error).not.toBeNull();
    expect(await textAt('drop-box', 'note.txt')).toBe('a note');
  });

  it('by a signed address keeps its headers and metadata, and counts as the signer’s', async () => {
    const name = `${artist.id}/signed.png`;
    const { data } = await photos().createSignedUploadUrl(name);
    const options = { ...PNG, cacheControl: '77', metadata: { n: 1 } };
    const send = () =>
      guest('profile-photos').uploadToSignedUrl(name, data?.token ?? '', PIXELS, options);
    expect((await send()).error).toBeNull();
    expect((await photos().info(name)).data).toMatchObject({
      cacheControl: 'max-age=77',
      metadata: { n: 1 },
    });
    expect((await send()).error).toMatchObject({ statusCode: '409' });
    const [row] = await backend.sql('select owner_id from storage.objects where name = $1', [name]);
    expect(row).toEqual({ owner_id: artist.id });
  });

  it('of two at once to one name leaves one file and its row', async () => {
    const texts = Array.from({ length: 8 }, (_, n) => `${n}`.repeat(n + 1));
    const sent = await Promise.all(
      texts.map((text) => guest('shared').upload('race.txt', text, { upsert: true })),
    );
    expect(sent.map(({ error }) => error)).toEqual(texts.map(() => null));
    const [row] = await backend.sql<{ size: number }>(
      `select (metadata ->> 'size')::int as size from storage.objects where name = 'race.txt'`,
    );
    const kept = await textAt('shared', 'race.txt');
    expect(texts).toContain(kept);
    expect(row?.size).toBe(kept?.length);
  });
});

describe('a file that is moved', () => {
  it('is at its new name only', async () => {
    await guest('shared').upload('from/a.txt', 'moving');
    expect((await guest('shared').move('from/a.txt', 'to/a.txt')).error).toBeNull();
    expect(await textAt('shared', 'to/a.txt')).toBe('moving');
    expect(await rowsLike('%/a.txt')).toEqual(['to/a.txt']);
    await expect.poll(() => filesLike('shared/from/a.txt'), { timeout: 30_000 }).toEqual([]);
  });

  it('stays where it was when it may not go', async () => {
    await guest('shared').upload('stays.txt', 'here');
    const refused = [
      await guest('shared').move('stays.txt', 'x.txt', { destinationBucket: 'vault' }),
      await guest('shared').move('stays.txt', 'complain.txt'),
      await guest('shared').copy('stays.txt', 'complain.txt'),
    ];
    expect(
      refused.map(({ error }) => (error as { statusCode?: string } | null)?.statusCode),
    ).toEqual(['403', '400', '400']);
    expect(await textAt('shared', 'stays.txt')).toBe('here');
    expect(await filesLike('complain')).toEqual([]);
  });

  it('of which only the row is left is not there', async () => {
    await operator('vault').upload('lost.txt', 'x');
    await rm(path.join(dataDir, 'storage/objects/vault/lost.txt'), { recursive: true });
    for (const way of ['move', 'copy'] as const)
      expect((await operator('vault')[way]('lost.txt', 'found.txt')).error).toMatchObject({
        statusCode: '404',
      });
    expect(await rowsLike('%found%')).toEqual([]);
  });
});

it('a removed file is gone from the disk, too', async () => {
  await guest('shared').upload('gone.txt', 'x');
  const { data } = await guest('shared').remove(['gone.txt', 'gone.txt', 'never.txt']);
  expect(data?.map(({ name }) => name)).toEqual(['gone.txt']);
  await expect.poll(() => filesLike('gone.txt')).toEqual([]);
});

it('policies are told the operation, as by hosted storage', async () => {
  const bucket = guest('by-operation');
  expect((await bucket.upload('a.txt', 'x')).error).toBeNull();
  expect((await bucket.update('b.txt', 'x')).error).toMatchObject({ statusCode: '403' });
  expect((await bucket.list()).data?.map(({ name }) => name)).toEqual(['a.txt']);
  expect((await bucket.createSignedUrl('a.txt', 60)).error).toBeNull();
  expect((await bucket.createSignedUrls(['a.txt'], 60)).data?.[0]?.error).toBeNull();
  expect((await bucket.info('a.txt')).error).toMatchObject({ statusCode: '404' });
});

it('a name with any character that hosted storage takes is read by every address', async () => {
  const name = "a folder/it's (@ 5+5=10) & $1,00;:!*.txt";
  await guest('shared').upload(name, 'odd');
  expect(await (await guest('shared').download(name)).data?.text()).toBe('odd');
  expect((await guest('shared').info(name)).data).toMatchObject({ name, size: 3 });
  expect((await guest('shared').exists(name)).data).toBe(true);
  const { data } = await guest('shared').createSignedUrl(name, 60);
  expect(await (await fetch(data?.signedUrl ?? '')).text()).toBe('odd');
});

it('a secret key in a browser opens nothing', async () => {
  await operator('vault').upload('secret.txt', 'x');
  const headers = { apikey: backend.keys.secretKey, 'user-agent': 'Mozilla/5.0 (X11)' };
  for (const [method, address] of [
    ['GET', 'object/vault/secret.txt'],
    ['GET', 'bucket'],
    ['DELETE', 'bucket/vault'],
    ['POST', 'object/list/vault'],
  ] as const) {
    const body = method === 'POST' ? '{}' : null;
    const answer = await request(backend, `/storage/v1/${address}`, { method, headers, body });
    expect([address, answer.status]).toEqual([address, 400]);
    expect(await answer.json()).toMatchObject({ message: expect.stringContaining('secret') });
  }
});

it('buckets are the operator’s', async () => {
  const { storage } = artist.client;
  expect((await storage.listBuckets()).data).toEqual([]);
  expect((await storage.createBucket('mine')).error).toMatchObject({ statusCode: '403' });
  for (const { error } of [
    await storage.getBucket('shared'),
    await storage.updateBucket('shared', { public: true }),
    await storage.emptyBucket('shared'),
    await storage.deleteBucket('shared'),
  ])
    expect(error).toMatchObject({ statusCode: '404', code: 'NoSuchBucket' });
});

it('an interrupted upload leaves nothing after the next start', async () => {
  await backend.stop();
  const left = path.join(dataDir, 'storage/objects/vault/half.txt/0123');
  await mkdir(path.dirname(left), { recursive: true });
  await writeFile(left, 'without a row');
  await writeFile(`${left}.0123.tmp`, 'half');
  backend = await fixtureBackend({ dataDir });
  expect(await filesLike('half')).toEqual([]);
});
