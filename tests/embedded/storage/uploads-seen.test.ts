/** @module-tag long */

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createKeys } from '#embedded/index.ts';
import { folderOfTest } from '#tests/support/folder.ts';
import {
  backendOfFile,
  type Person,
  type TestBackend,
  testBackend,
} from '../../support/backend.ts';
import { pictureBytes } from '../../support/pictures.ts';

/** Who may see which upload, original or small, over the product's own schema. */
vi.setConfig({ testTimeout: 120_000 });
const ORIGIN = 'http://127.0.0.1:4321';
const BUCKET = 'portfolio-images';

const backend = await backendOfFile();

const painted = (background: string, width = 900, height = 600) =>
  sharp({ create: { width, height, channels: 3, background } })
    .webp()
    .toBuffer();

async function upload(person: Person, file: string, bytes: Buffer, db = backend) {
  const name = `${person.id}/${file}`;
  const { error } = await person.client.storage
    .from(BUCKET)
    .upload(name, bytes, { contentType: 'image/webp', upsert: true, cacheControl: '31536000' });
  expect(error).toBeNull();
  const original = `${db.url}/storage/v1/object/public/${BUCKET}/${name}`;
  const small = `${db.url}/storage/v1/render/image/public/${BUCKET}/${name}?width=320`;
  return { name, url: `${ORIGIN}/storage/v1/object/public/${BUCKET}/${name}`, original, small };
}

async function profile(person: Person, change: object, db = backend) {
  const { data } = await person.client.rpc('ensure_artist_profile');
  const { error } = await db.service().from('artists').update(change).eq('id', data.id);
  expect(error).toBeNull();
  return data.id as string;
}
const statusOf = async (...urls: string[]) =>
  Promise.all(urls.map(async (url) => (await fetch(url)).status));

describe('an upload', () => {
  it('is served to everybody while a public artist shows it, original and small', async () => {
    const artist = await backend.signedIn('artist');
    const { url, original, small } = await upload(artist, '1-0.webp', await painted('#c4391d'));
    expect(await statusOf(original, small)).toEqual([400, 400]);
    await profile(artist, { portfolio_images: [url] });
    expect(await statusOf(original, small)).toEqual([400, 400]);
    await profile(artist, { public_visible: true });
    expect(await statusOf(original, small)).toEqual([200, 200]);
    for (const address of [original, small])
      expect((await fetch(address)).headers.get('cache-control')).toContain('s-maxage=60');
    await profile(artist, { public_visible: false });
    expect(await statusOf(original, small)).toEqual([400, 400]);
    expect(await (await fetch(original)).json()).toMatchObject({ statusCode: '404' });
    await profile(artist, { public_visible: true });
    expect(await statusOf(original, small)).toEqual([200, 200]);
    await profile(artist, { portfolio_images: [] });
    expect(await statusOf(original, small)).toEqual([400, 400]);
  });

  it('has no other address that asks less', async () => {
    const artist = await backend.signedIn('artist');
    const { name } = await upload(artist, '1-0.webp', await painted('#c4391d'));
    const here = `${BUCKET}/${name}`;
    const folded = name.replace('/', '%2f');
    const paths = [
      ...['public', '%70ublic', 'publi%63', '/public', 'authenticated/public', 'info/public'],
      ...['authenticated', 'info', '', '/', 'info/authenticated', 'public/public', 'sign'],
    ].map((kind) => `object/${kind}${kind && '/'}${here}`);
    const apikey = backend.keys.publishableKey;
    for (const path of [
      ...paths,
      `object/public/${BUCKET}/${folded}`,
      `object/%70ortfolio-images/${name}`,
      `object/public/portfolio%2Dimages/${name}`,
      ...['public', 'authenticated', 'sign', 'public/public'].map(
        (kind) => `render/image/${kind}/${here}?width=320`,
      ),
    ]) {
      const answer = await fetch(`${backend.url}/storage/v1/${path}`, { headers: { apikey } });
      expect([path, answer.status, (await answer.text()).length < 300]).toEqual([
        path,
        expect.toSatisfy((status: number) => status >= 400 && status < 500),
        true,
      ]);
    }
  });

  it('is shown to its owner at once, private or not, and to nobody else', async () => {
    const artist = await backend.signedIn('artist');
    const other = await backend.signedIn('artist');
    const { name } = await upload(artist, '1-0.webp', await painted('#c4391d', 2400, 1600));
    const small = (who: TestBackend['anon'] extends () => infer C ? C : never) =>
      who.storage.from(BUCKET).download(name, { transform: { width: 300, resize: 'contain' } });
    const { data } = await small(artist.client);
    const seen = await sharp(
      Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0)),
    ).metadata();
    expect([seen.format, seen.width, seen.height]).toEqual(['webp', 320, 213]);
    expect((await small(other.client)).error).not.toBeNull();
    expect((await small(backend.anon())).error).not.toBeNull();

    for (const path of [name, `authenticated/${BUCKET}/${name}`, `info/${BUCKET}/${name}`]) {
      const address = `${backend.url}/storage/v1/object/${path === name ? `${BUCKET}/` : ''}${path}`;
      const as = async (person: Person | null) => {
        const apikey = backend.keys.publishableKey;
        const authorization = `Bearer ${person?.token ?? apikey}`;
        return (await fetch(address, { headers: { apikey, authorization } })).status;
      };
      expect([path, await as(artist), await as(other), await as(null)]).toEqual([
        path,
        200,
        400,
        400,
      ]);
    }

    const { data: link } = await artist.client.storage
      .from(BUCKET)
      .createSignedUrl(name, 60, { transform: { width: 160, resize: 'contain' } });
    const signed = await fetch(link?.signedUrl ?? '');
    expect([signed.status, signed.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(signed.headers.get('cache-control')).toContain('private');
    expect((await fetch(`${link?.signedUrl}`.replace('token=', 'token=x'))).status).not.toBe(200);
  });
});

describe('small copies', () => {
  it.each(['', 'width=0', 'width=2501', 'width=x', 'width=9&height=9', 'width=9&resize=fill'])(
    'refuse %j',
    async (query) => {
      const artist = await backend.signedIn('artist');
      const { url, original } = await upload(artist, '1-0.webp', await painted('#c4391d'));
      await profile(artist, { portfolio_images: [url], public_visible: true });
      const address = original.replace('/object/', '/render/image/');
      expect((await fetch(`${address}?${query}`)).status).toBe(400);
      expect((await fetch(`${address}?width=1`)).status).toBe(200);
    },
  );

  it('are drawn from what is there now, upright and never enlarged', async () => {
    const artist = await backend.signedIn('artist');
    const { url, small } = await upload(artist, '1-0.webp', await painted('#ff0000', 200, 100));
    await profile(artist, { portfolio_images: [url], public_visible: true });
    const first = await fetch(small);
    const pixels = sharp(Buffer.from(await first.arrayBuffer()));
    expect(await pixels.metadata()).toMatchObject({ width: 200, height: 100 });
    expect((await pixels.stats()).dominant.r).toBeGreaterThan(200);
    await upload(artist, '1-0.webp', await painted('#0000ff', 100, 200));
    const second = await fetch(small);
    expect(second.headers.get('etag')).not.toBe(first.headers.get('etag'));
    const after = sharp(Buffer.from(await second.arrayBuffer()));
    expect((await after.stats()).dominant.b).toBeGreaterThan(200);
    const again = await fetch(small, {
      headers: { 'if-none-match': second.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  it('of what is no picture are refused in words', async () => {
    const artist = await backend.signedIn('artist');
    const { url, small } = await upload(
      artist,
      '1-0.webp',
      pictureBytes('webp', 'and no more of one'),
    );
    await profile(artist, { portfolio_images: [url], public_visible: true });
    expect(await (await fetch(small)).json()).toMatchObject({ statusCode: '422' });
  });
});

describe('an account that is deleted', () => {
  const filesOf = async (dir: string) =>
    (await readdir(dir, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name));

  it.each(['by the person', 'by an operator'])(
    '%s leaves no file of theirs and no mail about them, also after a crash',
    async (by) => {
      const dataDir = await folderOfTest('muro-erased-');
      const options = { dataDir, keys: createKeys() };
      let db = await testBackend(options);
      onTestFinished(() => db.stop());
      const [gone, stays] = [await db.signedIn('artist'), await db.signedIn('artist')];
      const [theirs, others] = [await painted('#c4391d'), await painted('#1d39c4')];
      const { original, small } = await upload(gone, '1-0.webp', theirs, db);
      const kept = await upload(stays, '1-0.webp', others, db);
      const url = original.replace(db.url, ORIGIN);
      await profile(gone, { portfolio_images: [url], public_visible: true }, db);
      await profile(stays, { portfolio_images: [kept.url], public_visible: true }, db);
      expect(await statusOf(small, kept.small)).toEqual([200, 200]);
      const { data: link } = await gone.client.storage
        .from(BUCKET)
        .createSignedUrl(`${gone.id}/1-0.webp`, 600);
      await gone.client.auth.resetPasswordForEmail(gone.email);
      await stays.client.auth.resetPasswordForEmail(stays.email);
      await expect.poll(async () => (await db.mails()).length).toBe(2);

      if (by === 'by the person') await gone.client.rpc('delete_my_account');
      else await db.service().auth.admin.deleteUser(gone.id);

      expect(await statusOf(original, small)).toEqual([400, 400]);
      expect((await fetch(link?.signedUrl ?? '')).status).toBeGreaterThanOrEqual(400);
      expect(await statusOf(kept.original, kept.small)).toEqual([200, 200]);
      await expect
        .poll(async () => (await db.mails()).map((mail) => mail.to))
        .toEqual([stays.email]);
      const remains = async () => {
        const files = await filesOf(path.join(dataDir, 'storage'));
        return files.filter((file) => file.includes(gone.id));
      };
      await expect.poll(remains).toEqual([]);

      // As if the process had died between the database and the files.
      await db.stop();
      for (const [kind, name] of [
        ['objects', '1-0.webp/0123'],
        ['thumbs', '1-0.webp/0123/320.webp'],
        ['objects', '1-0.webp/4567.draft.tmp'],
      ] as const) {
        const file = path.join(dataDir, 'storage', kind, BUCKET, gone.id, name);
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, theirs);
      }
      db = await testBackend(options);
      expect(await remains()).toEqual([]);
      const bytes = await Promise.all(
        (await filesOf(path.join(dataDir, 'storage'))).map((file) => readFile(file)),
      );
      expect(bytes.filter((body) => body.equals(theirs))).toEqual([]);
      expect(bytes.filter((body) => body.equals(others))).toHaveLength(1);
    },
  );
});
