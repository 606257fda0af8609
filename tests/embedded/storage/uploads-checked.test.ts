import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { folderOfFile } from '#tests/support/folder.ts';
import { ofFile } from '#tests/support/of-file.ts';
import { type Person, testBackend } from '../../support/backend.ts';
import { pictureOf } from '../../support/pictures.ts';

/** What the storage's door makes of files that lie, tell too much, or are too many. */
vi.setConfig({ testTimeout: 120_000 });
const BUCKET = 'portfolio-images';

const dataDir = folderOfFile('muro-uploads-');
const backend = ofFile(async () => {
  for (const open of ['storage', 'mail']) await mkdir(path.join(dataDir, open), { mode: 0o755 });
  await writeFile(path.join(dataDir, 'mail/old.eml'), 'x', { mode: 0o600 });
  return testBackend({ dataDir });
});
let artist: Person;
beforeAll(async () => {
  artist = await backend.signedIn('artist');
});

const photo = (size = 80) =>
  sharp({ create: { width: size, height: 40, channels: 3, background: '#c4391d' } });
const put = (name: string, bytes: Uint8Array, type: string, who = artist) =>
  who.client.storage
    .from(BUCKET)
    .upload(`${who.id}/${name}`, bytes, { contentType: type, upsert: true });
const kept = async (name: string) => {
  const { data } = await artist.client.storage.from(BUCKET).download(`${artist.id}/${name}`);
  return {
    type: data?.type,
    bytes: Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0)),
  };
};

describe('what is no picture', () => {
  const LIES: Record<string, string> = {
    'a drawing':
      '<svg xmlns="http://www.w3.org/2000/svg"><filter id="f"><feTurbulence numOctaves="99"/></filter></svg>',
    'a drawing behind a heading': '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
    'a GIF': 'GIF89a\x01\0\x01\0',
    'a TIFF': 'II*\0\x08\0\0\0',
    'a PDF': '%PDF-1.7',
    'a page': '<!doctype html><script>alert(1)</script>',
    'an MP4': '\0\0\0\x18ftypmp42\0\0\0\0mp42isom',
    'a sound': 'RIFF\0\0\0\0WAVEfmt ',
    junk: 'junk',
    nothing: '',
  };
  it.each(Object.entries(LIES))('%s is refused, whatever it says it is', async (_, text) => {
    for (const type of ['image/webp', 'image/jpeg', 'image/png', 'image/avif']) {
      const { error } = await put('lie.webp', Buffer.from(text, 'latin1'), type);
      expect(error).toMatchObject({
        statusCode: '400',
        message: 'The file is not a JPEG, PNG, WebP or AVIF picture, whatever it is called',
      });
    }
  });

  it('is not drawn either, where it came past the door', async () => {
    expect((await put('old.webp', await photo().webp().toBuffer(), 'image/webp')).error).toBeNull();
    const folder = path.join(dataDir, 'storage/objects', BUCKET, artist.id, 'old.webp');
    const [version = ''] = await readdir(folder);
    await writeFile(path.join(folder, version), LIES['a drawing'] as string);
    const { error } = await artist.client.storage
      .from(BUCKET)
      .download(`${artist.id}/old.webp`, { transform: { width: 300, resize: 'contain' } });
    expect(error).not.toBeNull();
  });
});

it('takes a picture for what it is, whatever its sender says', async () => {
  const jpeg = await photo().jpeg().toBuffer();
  expect((await put('a.webp', jpeg, 'image/webp')).error).toBeNull();
  expect(await kept('a.webp')).toEqual({ type: 'image/jpeg', bytes: jpeg });
});

it('keeps neither the place nor the camera of an original, and keeps it upright', async () => {
  const original = await photo()
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: 'PhoneMaker' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '29/1 25/1 0/1' },
    })
    .jpeg()
    .toBuffer();
  expect((await put('gps.jpg', original, 'image/jpeg')).error).toBeNull();
  const { bytes } = await kept('gps.jpg');
  expect(bytes.includes('PhoneMaker')).toBe(false);
  expect((await sharp(bytes).metadata()).autoOrient).toEqual({ width: 40, height: 80 });
});

it('leaves nothing for other accounts of the computer, also in folders that were open', async () => {
  await put('a.webp', await photo().webp().toBuffer(), 'image/webp');
  for (const folder of ['storage', 'mail']) {
    const root = path.join(dataDir, folder);
    const entries = await readdir(root, { recursive: true });
    expect(entries.length).toBeGreaterThan(0);
    for (const name of ['', ...entries]) {
      const { mode } = await stat(path.join(root, name));
      expect([name, (mode & 0o077).toString(8)]).toEqual([name, '0']);
    }
  }
});

describe('quotas', () => {
  const MB = 2 ** 20;
  const set = (key: string, value: number) =>
    backend.sql(
      `insert into private.settings values ($1, $2) on conflict (key) do update set value = excluded.value`,
      [key, String(value)],
    );
  /** How many of ten pictures of 1 MB are taken, and what is said of the next. */
  async function fill(who: Person) {
    for (let i = 0; i < 10; i++) {
      const { error } = await put(`fill-${i}.jpg`, pictureOf('jpeg', MB), 'image/jpeg', who);
      const { message, statusCode } = Object(error) as { message: string; statusCode: string };
      if (error) return { taken: i, message, statusCode };
    }
    return { taken: 10, message: '', statusCode: '' };
  }
  const sum = async () => {
    const [row] = await backend.sql<{ counted: number; kept: number }>(
      `select (select bytes from private.storage_use where owner is null)::int as counted,
         (select coalesce(sum((metadata ->> 'size')::bigint), 0) from storage.objects)::int as kept`,
    );
    return row;
  };

  it('bound what one person keeps, and give back what is deleted', async () => {
    await set('upload_person_mb', 3);
    const who = await backend.signedIn('artist');
    expect(await fill(who)).toMatchObject({
      taken: 3,
      statusCode: '413',
      message: expect.stringContaining('no room'),
    });
    // The same file again takes no more room, and another person has their own.
    expect((await put('fill-0.jpg', pictureOf('jpeg', MB), 'image/jpeg', who)).error).toBeNull();
    expect((await put('b.jpg', pictureOf('jpeg', MB), 'image/jpeg')).error).toBeNull();
    await who.client.storage.from(BUCKET).remove([`${who.id}/fill-1.jpg`]);
    expect((await put('fill-9.jpg', pictureOf('jpeg', MB), 'image/jpeg', who)).error).toBeNull();
    await set('upload_person_mb', 500);
  });

  it('bound what one network sends within an hour, whoever it is', async () => {
    await backend.sql(`delete from private.rate_counters where bucket like 'upload_network:%'`);
    await set('upload_network_mb', 4);
    for (const taken of [4, 0])
      expect(await fill(await backend.signedIn('artist'))).toMatchObject({
        taken,
        statusCode: '429',
      });
    await set('upload_network_mb', 1000);
  });

  it('bound all together, and an admin sees it', async () => {
    const before = await sum();
    expect(before?.counted).toBe(before?.kept);
    await set('upload_total_mb', Math.floor((before?.kept ?? 0) / MB) + 2);
    const { taken, statusCode } = await fill(await backend.signedIn('artist'));
    expect(taken).toBeLessThanOrEqual(2);
    expect(statusCode).toBe('507');
    // Whoever writes the row without asking: a hosted storage does.
    await expect(
      backend.sql(
        `insert into storage.objects (bucket_id, name, metadata) values ('${BUCKET}', 'x/y.webp', '{"size": 5000000}')`,
      ),
    ).rejects.toThrow('row-level security');
    const after = await sum();
    expect(after?.counted).toBe(after?.kept);
    const admin = await backend.signedIn('admin');
    for (const yes of [admin.client, backend.service()])
      expect((await yes.rpc('storage_room')).data).toMatchObject({ bytes: after?.kept });
    for (const no of [artist.client, backend.anon()])
      expect((await no.rpc('storage_room')).error).not.toBeNull();
    await set('upload_total_mb', 20_000);
  });
});
