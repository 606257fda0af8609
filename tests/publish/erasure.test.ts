/** @module-tag long */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#node/free-port.ts';
import { folderOfFile } from '#tests/support/folder.ts';
import { type RunningProduct, startProduct } from '../support/product.ts';

/** Somebody leaves the running product, or hides: nothing of theirs is served, and of the one who left nothing is kept. */
const NAME = 'Zebulon Quarterhorse';
const SLUG = 'zebulon-quarterhorse';
const PHONE = '210 555 0147';
const PASSWORD = 'test-password-2026';

const dataDir = folderOfFile('muro-erasure-');
let port: number;
let product: RunningProduct;
let keys: { secretKey: string; publishableKey: string };
let service: SupabaseClient;
const start = () => startProduct({ dataDir, port, env: { SEED: 'none' } });

beforeAll(async () => {
  port = await freePort();
  product = await start();
  keys = JSON.parse(await readFile(path.join(dataDir, 'keys.json'), 'utf8'));
  service = connect(keys.secretKey);
  await service.from('cities').insert({ city_name: 'Austin', state: 'TX' });
}, 300_000);
afterAll(() => product?.stop());

function connect(key: string): SupabaseClient {
  return createClient(product.origin, key, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
}

/** Stripes, so that no two pictures are alike in any part. */
function painting(seed: number, width = 1400, height = 900): Promise<Buffer> {
  const stripes = Array.from({ length: 24 }, (_, i) => {
    const hue = (seed * 47 + i * 31) % 360;
    return `<rect x="${(i * width) / 24}" width="${width / 24}" height="${height}" fill="hsl(${hue} 70% 50%)"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${stripes.join('')}</svg>`;
  return sharp(Buffer.from(svg)).webp().toBuffer();
}

interface Artist {
  id: string;
  email: string;
  profile: string;
  client: SupabaseClient;
  /** Object names by bucket and path. */
  objects: string[];
}

const publicUrl = (object: string) => `${product.origin}/storage/v1/object/public/${object}`;

async function artist(
  name: string,
  slug: string,
  pictures: Buffer[],
  photo: Buffer,
): Promise<Artist> {
  const client = connect(keys.publishableKey);
  const email = `${slug}@example.com`;
  const options = { data: { name, role: 'artist' } };
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD, options });
  if (error || !data.user) throw error ?? new Error('no user');
  const { id } = data.user;
  const objects: string[] = [];
  const put = async (bucket: string, file: string, body: Buffer) => {
    const answer = await client.storage
      .from(bucket)
      .upload(`${id}/${file}`, body, { contentType: 'image/webp' });
    if (answer.error) throw answer.error;
    objects.push(`${bucket}/${id}/${file}`);
    return publicUrl(`${bucket}/${id}/${file}`);
  };
  const profile_photo = `${await put('profile-photos', 'profile.webp', photo)}?v=1`;
  const portfolio_images: string[] = [];
  for (const [i, body] of pictures.entries())
    portfolio_images.push(await put('portfolio-images', `${Date.now()}-${i}.webp`, body));
  const { data: made } = await client.rpc('ensure_artist_profile');
  const row = {
    slug,
    profile_photo,
    portfolio_images,
    city: 'Austin',
    state: 'TX',
    styles: ['Abstract'],
    bio: 'Paints walls full of stars.',
  };
  await must(
    service
      .from('artists')
      .update({ ...row, public_visible: true })
      .eq('id', made.id),
  );
  await must(service.from('artist_contacts').update({ phone: PHONE }).eq('artist_id', made.id));
  return { id, email, profile: made.id, client, objects };
}

async function must(query: PromiseLike<{ error: unknown }>): Promise<void> {
  const { error } = await query;
  if (error) throw new Error(JSON.stringify(error));
}

async function get(address: string) {
  const response = await fetch(new URL(address, product.origin));
  return { status: response.status, text: await response.text() };
}
const status = async (address: string) => (await get(address)).status;

/** The addresses that answer although they should not, or the other way round. */
async function answering(addresses: Iterable<string>): Promise<string[]> {
  const found: string[] = [];
  for (const address of addresses) if ((await status(address)) === 200) found.push(address);
  return found;
}

/** Pictures that pages name, in all sizes and formats. */
async function mediaOn(...pages: string[]): Promise<Set<string>> {
  const texts = await Promise.all(pages.map(async (page) => (await get(page)).text));
  return new Set(texts.flatMap((text) => text.match(/\/media\/[0-9a-f]{20}-[\w.]+/g) ?? []));
}

/** All there is: once more where a folder goes while it is listed, as a draft does. */
const entriesNow = (): Promise<Dirent[]> =>
  readdir(dataDir, { recursive: true, withFileTypes: true }).catch((error) => {
    if (error.code !== 'ENOENT') throw error;
    return entriesNow();
  });

async function files(): Promise<string[]> {
  const entries = await entriesNow();
  return (
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      // The database's own files keep the bytes of deleted rows until it writes over them. The last mail to an account,
      // as a file, goes by itself after half a minute: src/node/mail-transport.test.ts.
      .filter((file) => !/^(pg|postgres)\/|-forgotten\.eml$/.test(path.relative(dataDir, file)))
  );
}

function unpacked(body: Buffer): Buffer {
  try {
    return gunzipSync(body);
  } catch {
    try {
      return brotliDecompressSync(body);
    } catch {
      return body;
    }
  }
}

/** Nothing of a file that goes while the directory is searched: releases are made and cleared meanwhile. */
const contentOf = (file: string) => readFile(file).catch(() => Buffer.alloc(0));

/** Files of the data directory that hold one of these words, also packed, or in their name. */
async function filesWith(words: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const file of await files()) {
    const text = `${file}\n${unpacked(await contentOf(file)).toString('latin1')}`.toLowerCase();
    if (words.some((word) => text.includes(word.toLowerCase()))) found.push(file);
  }
  return found;
}

async function filesLike(bodies: readonly Buffer[]): Promise<string[]> {
  const hash = (body: Buffer) => createHash('sha256').update(body).digest('hex');
  const hashes = new Set(bodies.map(hash));
  const found: string[] = [];
  for (const file of await files()) if (hashes.has(hash(await contentOf(file)))) found.push(file);
  return found;
}

const searchFiles = async () =>
  (await readdir(path.join(dataDir, 'releases/current/site/pagefind'), { recursive: true }))
    .filter((name) => /\.pf_|artists\.json$/.test(name))
    .map((name) => `/pagefind/${name}`);

async function ask(command: object): Promise<string> {
  const response = await fetch(`${product.origin}/hooks/control`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.secretKey}` },
    body: JSON.stringify(command),
  });
  return response.text();
}

function killPublisher(): void {
  const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(product.pid)], {
    encoding: 'utf8',
  });
  const line = children.split('\n').find((text) => text.includes('publisher-process.ts'));
  if (line) process.kill(Number.parseInt(line, 10), 'SIGKILL');
}

async function until(done: () => Promise<boolean>, what: string): Promise<void> {
  for (let i = 0; i < 600; i++) {
    if (await done()) return;
    await pause(100);
  }
  throw new Error(`${what}: not within a minute. ${product.output().slice(-2000)}`);
}
const shownWith = (slug: string, media: number) =>
  until(async () => {
    const { text } = await get(`/artist/${slug}`);
    return new Set(text.match(/\/media\/[0-9a-f]{20}/g)).size >= media && text.includes('-og.jpg');
  }, `${slug} is shown`);

describe('a deleted account', () => {
  it('leaves no address that answers and no file that shows it, also after a rollback and a restart', async () => {
    const [a, b, shared, photo, wall] = await Promise.all([1, 2, 3, 4, 5].map((n) => painting(n)));
    if (!a || !b || !shared || !photo || !wall) throw new Error('nothing was painted');
    const stays = await artist('Ana Luz', 'ana-luz', [shared], await painting(9));
    const gone = await artist(NAME, SLUG, [a, b, shared, wall], photo);
    const [, , , , mural = ''] = gone.objects;
    await must(
      service.from('murals').insert({
        slug: 'wall-of-stars',
        title: 'Wall of Stars',
        image_url: publicUrl(mural),
        artist_id: gone.profile,
        public_visible: true,
      }),
    );
    await shownWith(SLUG, 6);
    await shownWith('ana-luz', 3);
    await gone.client.auth.resetPasswordForEmail(gone.email);
    expect(await ask({ kind: 'rebuild' })).toContain('"ok":true');
    await shownWith(SLUG, 6);

    const pages = [`/artist/${SLUG}`, '/mural/wall-of-stars'];
    const others = await mediaOn('/artist/ana-luz');
    const media = (await mediaOn(...pages, '/', '/artists', '/mural-artists/austin-tx')).difference(
      others,
    );
    expect(media.size).toBeGreaterThan(20);
    const renders = gone.objects.map(
      (object) => `/storage/v1/render/image/public/${object}?width=320`,
    );
    const originals = gone.objects.map(publicUrl);
    const signed: string[] = [];
    for (const object of gone.objects) {
      const [bucket = '', ...name] = object.split('/');
      for (const transform of [undefined, { width: 320 }]) {
        const { data } = await gone.client.storage
          .from(bucket)
          .createSignedUrl(name.join('/'), 3600, transform && { transform });
        signed.push(data?.signedUrl ?? '');
      }
    }
    const fragments: string[] = [];
    for (const file of await searchFiles()) {
      const body = unpacked(await readFile(path.join(dataDir, 'releases/current/site', file)));
      if (body.toString('latin1').includes(SLUG)) fragments.push(file);
    }
    expect(fragments.length).toBeGreaterThan(0);
    const addresses = [...pages, ...media, ...originals, ...renders, ...signed, ...fragments];
    expect(await answering(addresses)).toEqual(addresses);
    const words = [NAME, SLUG, gone.email, PHONE, gone.id];
    expect((await filesWith(words)).length).toBeGreaterThan(10);

    await must(gone.client.rpc('delete_my_account'));
    await until(async () => (await answering(addresses)).length === 0, 'nothing answers');
    for (const page of ['/', '/artists', '/mural-artists/austin-tx', '/sitemap.xml', '/rss.xml'])
      expect((await get(page)).text).not.toMatch(/quarterhorse|wall-of-stars/i);
    // The same picture is somebody else's, too.
    expect(await answering(others)).toEqual([...others]);
    expect(await answering(stays.objects.map(publicUrl))).toHaveLength(stays.objects.length);

    const nothingLeft = async () => {
      expect(await filesLike([a, b, photo, wall])).toEqual([]);
      // Both artists have this phone number; mails and pages must not have it anyway.
      expect(await filesWith(words)).toEqual([]);
      const kept = await readdir(path.join(dataDir, 'media'));
      expect([...media].filter((address) => kept.includes(path.basename(address)))).toEqual([]);
    };
    await until(async () => (await filesWith(words)).length === 0, 'no file names them');
    await nothingLeft();

    const back = await ask({ kind: 'rollback' });
    expect(back).toContain('"ok":true');
    expect(await answering(addresses)).toEqual([]);
    expect(await status('/artist/ana-luz')).toBe(200);
    await nothingLeft();

    await product.stop('SIGKILL');
    product = await start();
    expect(await answering(addresses)).toEqual([]);
    expect(await answering(others)).toEqual([...others]);
    await nothingLeft();
  }, 300_000);
});

describe('an artist who goes private', () => {
  it('is served nowhere within a minute, also when the publisher dies meanwhile, and comes back', async () => {
    const pictures = [await painting(21), await painting(22)];
    const shy = await artist('Shy Painter', 'shy-painter', pictures, await painting(23));
    await shownWith('shy-painter', 4);
    const media = await mediaOn('/artist/shy-painter');
    const renders = shy.objects.map(
      (object) => `/storage/v1/render/image/public/${object}?width=640`,
    );
    const addresses = ['/artist/shy-painter', ...media, ...shy.objects.map(publicUrl), ...renders];
    expect(await answering(addresses)).toEqual(addresses);

    const visible = (public_visible: boolean) =>
      must(shy.client.from('artists').update({ public_visible }).eq('id', shy.profile));
    await visible(false);
    killPublisher();
    await until(async () => (await answering(addresses)).length === 0, 'nothing answers');
    const own = await shy.client.storage
      .from('portfolio-images')
      .download(`${shy.id}/${shy.objects[1]?.split('/').at(-1)}`, { transform: { width: 320 } });
    expect(own.error).toBeNull();

    await visible(true);
    await until(
      async () => (await answering(addresses)).length === addresses.length,
      'all is back',
    );

    // A picture that is taken out, and a photo that is replaced, are of the same kind.
    const [photo, first, second] = shy.objects;
    const before = await mediaOn('/artist/shy-painter');
    await must(
      shy.client
        .from('artists')
        .update({ portfolio_images: [publicUrl(first ?? '')] })
        .eq('id', shy.profile),
    );
    await until(async () => (await status(publicUrl(second ?? ''))) !== 200, 'it is out');
    await until(async () => (await answering(before)).length < before.size, 'its variants are out');
    await shy.client.storage
      .from('profile-photos')
      .upload(`${shy.id}/profile.webp`, await painting(24), {
        upsert: true,
        contentType: 'image/webp',
      });
    await must(
      shy.client
        .from('artists')
        .update({ profile_photo: `${publicUrl(photo ?? '')}?v=2` })
        .eq('id', shy.profile),
    );
    await until(async () => {
      const now = await mediaOn('/artist/shy-painter');
      const old = before.difference(now);
      const fresh = now.difference(before);
      return fresh.size > 0 && (await answering(old)).length === 0;
    }, 'only what is shown answers');
  }, 240_000);
});
