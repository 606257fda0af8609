import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { exists } from '#node/files.ts';
import { type Release, Releases } from '#publish/releases/releases.ts';
import { digest, LIVE_KEY } from '#publish/store/site-keys.ts';
import { SiteMirror, type SiteNews } from '#publish/store/site-mirror.ts';
import { SiteBucket } from '#publish/store/site-store.ts';
import { redirectPage } from '#site/redirect-page.ts';
import { BROTLI } from '#site/served.ts';
import { folderOfTest } from '#tests/support/folder.ts';
import { memoryBucket } from '#tests/support/memory-bucket.ts';

/** The live site in a bucket: what the leading server writes there, and what the others take from it. */

const PICTURE = `${'a'.repeat(20)}-480.webp`;
let dir: string;
let memory: ReturnType<typeof memoryBucket>;
/** Every entry of the log, each a list of files. */
let log: string[][];
let leads: boolean;
let store: SiteBucket;
const said: string[] = [];
/** What a CDN is told. */
const purged: string[] = [];
beforeEach(async () => {
  dir = await folderOfTest('muro-store-');
  memory = memoryBucket();
  log = [];
  leads = true;
  said.length = purged.length = 0;
  store = opened();
});
afterEach(() => store.stop());

const mediaDir = (server: string) => path.join(dir, server, 'media');
const opened = (there: string | null = null) =>
  new SiteBucket({
    bucket: memory.bucket,
    mediaDir: mediaDir('leader'),
    there,
    lease: {
      writing: () => {
        if (!leads) throw new Error('not leading');
        return AbortSignal.timeout(5000);
      },
    },
    note: async (keys) => leads && log.push([...keys]) > 0,
    onStored: (keys) => void purged.push(...keys),
    log: (line) => void said.push(line),
  });

async function release(id: string, files: Record<string, string>): Promise<Release> {
  const releases = new Releases(path.join(dir, 'leader'));
  const siteDir = await releases.draft(id);
  for (const [file, text] of Object.entries(files)) await write(path.join(siteDir, file), text);
  const createdAt = new Date(0).toISOString();
  return releases.finish({ id, bundleId: 'b', fingerprint: 'f', site: 's', pages: 1, createdAt });
}
async function write(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}
/** All of it is in the bucket. */
const stored = () => vi.waitUntil(() => store.waiting === 0, { timeout: 5000 });
const keys = () => [...memory.objects.keys()].filter(isFile).sort();
/** Not the same once more, compressed. */
const isFile = (key: string) => !key.startsWith(BROTLI);
/** What was done with files. */
const done = () => memory.done.filter((each) => isFile(each.replace(/^\w+ /, '')));
const live = async (files: Record<string, string>, id = '20260101-000000-aaaaaa') => {
  const made = await release(id, files);
  store.activate(made);
  await stored();
  return made;
};
const SITE = { 'index.html': 'home', '_astro/a.js': 'script', 'artist/x.html': 'x' };

describe('the server that leads', () => {
  test('stores a release, and says last which one it is', async () => {
    await write(path.join(mediaDir('leader'), PICTURE), 'picture');
    await live(SITE);
    expect(keys()).toEqual(
      [LIVE_KEY, '_astro/a.js', 'artist/x.html', 'index.html', `media/${PICTURE}`].sort(),
    );
    expect(done().at(-1)).toBe(`put ${LIVE_KEY}`);
    expect(log.at(-1)).toEqual([LIVE_KEY]);
    const headers = memory.objects.get('artist/x.html')?.headers;
    expect(headers?.contentType).toBe('text/html; charset=utf-8');
    expect(headers?.cacheControl).toContain('must-revalidate');
    expect(headers?.meta).toEqual({ tag: digest(Buffer.from('x')) });
    expect(memory.objects.get('_astro/a.js')?.headers.cacheControl).toContain('immutable');
  });

  test('stores what is sent compressed in that form too, and what a page says that has moved', async () => {
    const page = await redirectPage('/artist/y', new URL('https://muro.example')).text();
    await live({ ...SITE, 'og.png': 'picture', 'artist/x.html': page });
    const { body, headers } = memory.objects.get(`${BROTLI}artist/x.html`) ?? {};
    expect(String(brotliDecompressSync(body ?? ''))).toBe(page);
    expect(headers).toMatchObject({ contentEncoding: 'br', meta: { location: '/artist/y' } });
    expect(memory.objects.has(`${BROTLI}og.png`)).toBe(false);
    memory.objects.delete(`${BROTLI}index.html`);
    const { siteDir } = await live(SITE, '20260102-000000-bbbbbb');
    expect(memory.objects.has(`${BROTLI}index.html`)).toBe(true);
    await rm(path.join(siteDir, 'artist/x.html'));
    store.changed(['artist/x.html']);
    await stored();
    expect([...memory.objects.keys()].filter((key) => key.includes('artist/x'))).toEqual([]);
  });

  test('sends of a second release only what is different, and removes what is not part of it', async () => {
    await live(SITE);
    memory.done.length = 0;
    await live(
      { ...SITE, 'index.html': 'other', '_astro/a.js': 'script' },
      '20260102-000000-bbbbbb',
    );
    expect(done()).toEqual(['put index.html', `put ${LIVE_KEY}`]);
    memory.objects.set('old.html', { body: Buffer.from(''), headers: headersOf() });
    memory.objects.set('.well-kept/of-others', { body: Buffer.from(''), headers: headersOf() });
    store.activate(await release('20260103-000000-cccccc', SITE));
    await stored();
    expect(keys()).not.toContain('old.html');
    expect(keys()).toContain('.well-kept/of-others');
  });

  test('tells a CDN of each file that changes, also by another release', async () => {
    const { siteDir } = await live(SITE);
    purged.length = 0;
    await write(path.join(siteDir, 'index.html'), 'changed');
    store.changed(['index.html']);
    await stored();
    expect(purged).toEqual(['index.html']);
    await live({ ...SITE, 'artist/y.html': 'y' }, '20260102-000000-bbbbbb');
    expect(purged.toSorted()).toEqual(
      [LIVE_KEY, 'artist/y.html', 'index.html', 'index.html'].sort(),
    );
  });

  test('puts what a page refers to before the page', async () => {
    const { siteDir } = await live(SITE);
    await write(path.join(siteDir, 'artist/x.html'), 'with a picture');
    await write(path.join(mediaDir('leader'), PICTURE), 'picture');
    memory.done.length = 0;
    store.changed(['artist/x.html', `media/${PICTURE}`]);
    await stored();
    expect(done()).toEqual([`put media/${PICTURE}`, 'put artist/x.html']);
    expect(log.slice(-2)).toEqual([[`media/${PICTURE}`], ['artist/x.html']]);
  });

  test('stores the latest of many changes, and takes away what is gone', async () => {
    const { siteDir } = await live(SITE);
    memory.done.length = 0;
    for (const text of ['1', '2', '3']) {
      await write(path.join(siteDir, 'index.html'), text);
      store.changed(['index.html']);
    }
    await rm(path.join(siteDir, 'artist/x.html'));
    store.changed(['artist/x.html']);
    await stored();
    expect(memory.text('index.html')).toBe('3');
    expect(done().filter((each) => each === 'put index.html').length).toBeLessThan(4);
    expect(keys()).not.toContain('artist/x.html');
    expect(log.at(-1)).toEqual(['artist/x.html']);
  });

  test('a bucket that is away is tried again, and nothing counts as stored until then', async () => {
    const { siteDir } = await live(SITE);
    memory.state.away = true;
    await write(path.join(siteDir, 'index.html'), 'later');
    store.changed(['index.html']);
    expect(await store.settled(100)).toBe(false);
    expect(store.waiting).toBe(1);
    expect(said.join()).toContain('the bucket is away');
    memory.state.away = false;
    expect(await store.settled(5000)).toBe(true);
    expect(memory.text('index.html')).toBe('later');
    await vi.waitFor(() => expect(said.at(-1)).toBe('Pages are in the bucket again.'));
  });

  test('writes nothing once somebody else may lead', async () => {
    const { siteDir } = await live(SITE);
    leads = false;
    memory.done.length = 0;
    await write(path.join(siteDir, 'index.html'), 'late');
    store.changed(['index.html']);
    expect(await store.settled(600)).toBe(false);
    expect(done()).toEqual([]);
    expect(memory.text('index.html')).toBe('home');
  });

  test('what it sends late does not undo what the next one has stored', async () => {
    const { siteDir } = await live(SITE);
    const { put } = memory.bucket;
    const arrives = Promise.withResolvers<void>();
    const sent = vi.spyOn(memory.bucket, 'put').mockImplementation(async (...asked) => {
      await arrives.promise;
      return put(...asked);
    });
    await write(path.join(siteDir, 'index.html'), 'late');
    store.changed(['index.html']);
    await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(2));
    leads = false;
    await put('index.html', Buffer.from('of the next'), headersOf());
    arrives.resolve();
    await vi.waitFor(() => expect(said.join()).toContain('has another version by now'));
    expect(memory.text('index.html')).toBe('of the next');
  });

  test('sends nothing of a release that the bucket is known to have', async () => {
    const made = await live(SITE);
    await store.stop();
    memory.done.length = 0;
    store = opened(made.id);
    const list = vi.spyOn(memory.bucket, 'list');
    store.activate(made);
    store.changed(['index.html']);
    await stored();
    expect([done(), list.mock.calls]).toEqual([['put index.html'], []]);
    await live(SITE, '20260102-000000-bbbbbb');
    expect(done().at(-1)).toBe(`put ${LIVE_KEY}`);
  });

  test('brings pages before search, and what many have told in parts', async () => {
    const { siteDir } = await live(SITE);
    const pages = Array.from({ length: 120 }, (_, n) => `artist/a${n}.html`);
    for (const file of ['search/artists.json', ...pages])
      await write(path.join(siteDir, file), file);
    memory.done.length = log.length = 0;
    store.changed(['search/artists.json', ...pages]);
    await stored();
    expect(done().at(-1)).toBe('put search/artists.json');
    expect(log.map((keys) => keys.length)).toEqual([50, 50, 20, 1]);
  });

  test('a start finds what an ended process had not stored', async () => {
    const made = await live(SITE);
    await store.stop();
    await write(path.join(made.siteDir, 'index.html'), 'written, not stored');
    store = opened();
    store.activate(made);
    await stored();
    expect(memory.text('index.html')).toBe('written, not stored');
  });
});

const headersOf = () => ({ contentType: 'text/plain', cacheControl: 'no-store' });

describe('a server that follows', () => {
  const told: { activated: string[]; changed: string[] } = { activated: [], changed: [] };
  beforeEach(() => {
    for (const list of Object.values(told)) list.length = 0;
  });
  const readLog = async (after: number | null): Promise<SiteNews> => ({
    last: log.length || null,
    known: after !== null && after > 0 && after <= log.length,
    files: [...new Set(log.slice(after ?? log.length).flat())],
  });
  const mirror = (read = readLog) =>
    new SiteMirror({
      bucket: memory.bucket,
      releases: new Releases(path.join(dir, 'follower')),
      mediaDir: mediaDir('follower'),
      readLog: read,
      onActivate: ({ id }) => void told.activated.push(id),
      onChanged: (files) => void told.changed.push(...files),
    });
  const served = async (file: string) => {
    const current = await new Releases(path.join(dir, 'follower')).current();
    return current && readFile(path.join(current.siteDir, file), 'utf8').catch(() => null);
  };

  test('has nothing before anybody has published', async () => {
    await mirror().catchUp();
    expect(told.activated).toEqual([]);
  });

  test('takes the site over, then only what is new', async () => {
    const { siteDir, id } = await live(SITE);
    const follower = mirror();
    await follower.catchUp();
    expect(told.activated).toEqual([id]);
    expect(await served('artist/x.html')).toBe('x');
    await write(path.join(siteDir, 'artist/x.html'), 'newer');
    store.changed(['artist/x.html']);
    await stored();
    const get = vi.spyOn(memory.bucket, 'get');
    await follower.catchUp();
    expect(get.mock.calls.map(([key]) => key)).toEqual(['artist/x.html']);
    expect(told.changed).toEqual(['artist/x.html']);
    expect(await served('artist/x.html')).toBe('newer');
  });

  test('another release is a folder of its own, and the old one stays whole', async () => {
    await live(SITE);
    const follower = mirror();
    await follower.catchUp();
    const before = await new Releases(path.join(dir, 'follower')).current();
    await live({ ...SITE, 'index.html': 'second' }, '20260102-000000-bbbbbb');
    let old = '';
    vi.spyOn(Releases.prototype, 'prune').mockImplementationOnce(async () => {
      old = await readFile(path.join(before?.siteDir ?? '', 'index.html'), 'utf8');
    });
    await follower.catchUp();
    expect(told.activated).toHaveLength(2);
    expect([await served('index.html'), old]).toEqual(['second', 'home']);
  });

  test('a picture that was withdrawn goes from the disk too', async () => {
    const file = path.join(mediaDir('leader'), PICTURE);
    await write(file, 'picture');
    await live(SITE);
    const follower = mirror();
    await follower.catchUp();
    const copy = path.join(mediaDir('follower'), PICTURE);
    expect(await readFile(copy, 'utf8')).toBe('picture');
    await rm(file);
    store.changed([`media/${PICTURE}`]);
    await stored();
    await follower.catchUp();
    expect(told.changed).toEqual([`media/${PICTURE}`]);
    expect(await exists(copy)).toBe(false);
  });

  test('compares all of it where the log does not reach back', async () => {
    const { siteDir } = await live(SITE);
    const follower = mirror(async () => ({ last: log.length, known: false, files: [] }));
    await follower.catchUp();
    await write(path.join(siteDir, 'index.html'), 'unheard of');
    store.changed(['index.html']);
    await stored();
    await follower.catchUp();
    expect(await served('index.html')).toBe('unheard of');
  });

  test('keeps what it has while the bucket is away, and asks for the same again', async () => {
    const { siteDir } = await live(SITE);
    const follower = mirror();
    await follower.catchUp();
    await write(path.join(siteDir, 'index.html'), 'newer');
    store.changed(['index.html']);
    await stored();
    memory.state.away = true;
    await expect(follower.catchUp()).rejects.toThrow('away');
    expect(await served('index.html')).toBe('home');
    memory.state.away = false;
    await follower.catchUp();
    expect(await served('index.html')).toBe('newer');
  });

  test('writes nothing outside of its folders, whatever the keys of the bucket are', async () => {
    await live(SITE);
    for (const key of [
      '../../../out.html',
      'media/../out.jpg',
      '.muro/../../out',
      'a/../../../../out',
    ])
      memory.objects.set(key, { body: Buffer.from('bad'), headers: headersOf() });
    await mirror().catchUp();
    expect(await served('index.html')).toBe('home');
    for (const file of ['out.html', 'out.jpg', 'out', 'follower/out', 'follower/releases/out'])
      expect(await exists(path.join(dir, file))).toBe(false);
  });
});
