import { mkdir, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { decodeLoosely } from '#config/decode-loosely.ts';
import { LANGUAGES, pathIn } from '#config/language-paths.ts';
import { inParallel } from '#node/concurrency.ts';
import { listFiles } from '#node/files.ts';
import { buildSite } from '#publish/rendering/build-site.ts';
import { writeHostFiles } from '#publish/rendering/static-host.ts';
import { mediaKey } from '#publish/store/site-keys.ts';
import { SiteBucket } from '#publish/store/site-store.ts';
import { type SiteServer, startServer } from '#server/server.ts';
import { BROTLI, isPacked, pathOf, securityHeaders } from '#site/served.ts';
import { testBundle } from '#tests/support/bundle.ts';
import { httpServer } from '#tests/support/http-server.ts';
import { memoryBucket } from '#tests/support/memory-bucket.ts';
import { ofFile } from '#tests/support/of-file.ts';
import { startStaticHost } from '#tests/support/static-host.ts';
import { startVarnish, type Varnish, withoutVarnish } from '../cluster/varnish.ts';
import { harness } from '../publish/harness.ts';
import { CHANGES, random } from '../publish/random-changes.ts';

/**
 * The same site by every way that it is served: what a visitor gets has the same status, type, headers, lifetime, place
 * and size.
 */

const ORIGIN = 'https://muro.example';
const ADDRESSES = 200;
/** How much larger an answer may be than that of npm start. */
const MOST = 1.05;
const ENCODINGS = ['br, gzip', 'gzip', 'identity'];
/** Requests at a time. */
const WIDTH = 8;
const MISSING_PICTURE = `/media/${'b'.repeat(20)}-640.webp`;
const PICTURE = `${'a'.repeat(20)}-640.webp`;

const missing = withoutVarnish();
if (missing) console.warn(`Left out: ${missing}.`);

let server: SiteServer;
let bucket: Awaited<ReturnType<typeof httpServer>>;
let store: SiteBucket;
let cache: Varnish | null = null;
let host: Awaited<ReturnType<typeof startStaticHost>>;
let files: string[];

const site = ofFile(() => harness());
beforeAll(async () => {
  const { sql } = site.backend;
  const r = random(4);
  for (let n = 0; n < 20; n++) await r.pick(CHANGES.slice(0, 3)).run(sql, r, n);
  await sql(`insert into public.artists (name, slug, city, state, public_visible)
    select 'Listed ' || n, 'listed-' || n, 'Austin', 'TX', true from generate_series(1, 30) n`);
  await sql(`insert into public.cities (city_name, state) values ('Old Town', 'TX')`);
  await sql(`update public.cities set city_name = 'New Town' where city_name = 'Old Town'`);
  const directory = await site.read();
  const siteDir = path.join(site.release.dir, 'dist');
  const mediaDir = path.join(site.release.dir, 'media');
  await mkdir(mediaDir);
  await writeFile(path.join(mediaDir, PICTURE), 'picture');
  const { clientDir } = await testBundle();
  const { media, renderer } = site;
  const { pages } = await buildSite({
    site: { directory, media },
    renderer,
    clientDir,
    outDir: siteDir,
    progress: () => {},
  });
  files = await listFiles(siteDir);

  const options = { host: '127.0.0.1', port: 0, origin: ORIGIN, backendUrl: null, mediaDir };
  server = await startServer(options);
  await server.activate('r1', siteDir);

  const memory = memoryBucket();
  store = new SiteBucket({
    bucket: memory.bucket,
    mediaDir,
    lease: { writing: () => AbortSignal.timeout(60_000) },
    there: null,
    note: async () => true,
    log: (line) => console.warn(line),
  });
  store.activate({ ...site.release, siteDir });
  await vi.waitUntil(() => store.waiting === 0, { timeout: 300_000 });
  // As S3 answers strangers who may read, and not list.
  bucket = await httpServer(({ url = '' }, response) => {
    const object = memory.objects.get(decodeLoosely(url).slice(1));
    if (!object) return void response.writeHead(403, { 'content-type': 'application/xml' }).end();
    const { contentType, cacheControl, contentEncoding, meta = {} } = object.headers;
    for (const [name, value] of Object.entries(meta))
      response.setHeader(`x-amz-meta-${name}`, value);
    if (contentEncoding) response.setHeader('content-encoding', contentEncoding);
    response.writeHead(200, { 'content-type': contentType, 'cache-control': cacheControl });
    response.end(object.body);
  });
  if (!missing) cache = await startVarnish({ site: server.port, bucket: { port: bucket.port } });

  await mkdir(path.join(siteDir, 'media'));
  await writeFile(path.join(siteDir, mediaKey(PICTURE)), 'picture');
  const moved = directory.movedCitySlugs().flatMap((slug) =>
    LANGUAGES.map((language) => {
      const at = (one: string) => pathIn(language, `/mural-artists/${one}`);
      return [at(slug), at(directory.movedCity(slug) ?? '')] as const;
    }),
  );
  await writeHostFiles(siteDir, ORIGIN, { routes: pages, moved });
  host = await startStaticHost(siteDir);
}, 600_000);
afterAll(async () => {
  host?.close();
  await cache?.stop();
  await store?.stop();
  bucket?.close();
  await server?.close();
});

interface Seen {
  status: number;
  location: string | undefined;
  headers: Record<string, string | undefined>;
  bytes: number;
}

/** As it comes, by an address as it stands there. */
function look(url: string, at: string, encoding: string): Promise<Seen> {
  const { hostname, port } = new URL(url);
  const options = {
    hostname,
    port,
    path: at,
    headers: { 'accept-encoding': encoding },
    agent: false,
  };
  return new Promise((resolve, reject) => {
    get(options, (answer) => {
      let bytes = 0;
      answer.on('data', (part) => {
        bytes += part.length;
      });
      answer.on('end', () => {
        const { location } = answer.headers;
        const headers = Object.fromEntries(
          NAMES.map((name) => [name, lastOf(name, answer.headers[name])]),
        );
        resolve({ status: answer.statusCode ?? 0, location, headers, bytes });
      });
    }).on('error', reject);
  });
}

const NAMES = [
  'content-type',
  'content-encoding',
  'cache-control',
  'vary',
  ...Object.keys(securityHeaders(ORIGIN)),
];

/** Of directives that a rule has said once more, browsers take the last one. */
function lastOf(name: string, value: string | string[] | undefined): string | undefined {
  if (name !== 'permissions-policy' || value === undefined) return value?.toString();
  const said = value.toString().split(', ');
  return [...new Map(said.map((each) => [each.split('=')[0], each])).values()].sort().join(', ');
}

/** Every kind of address, and as many of the files as there is room for. */
function addresses(): string[] {
  const special = [
    '/',
    '/?utm_source=mail',
    '/index',
    '/index.html',
    '/artists/',
    '/artists/?style=Pop!',
    '/artists.html',
    '/artists?style=lettering',
    '/artists?page=2',
    '/mural-artists/old-town-tx',
    '/es/mural-artists/old-town-tx',
    '/mural-artists/old-town-tx?utm_source=mail',
    '/mural-artists/new-town-tx',
    '/dashboard/artist/leads',
    '/dashboard/client/quotes',
    '/nobody',
    '/artist/nobody',
    '/nobody.png',
    '/404',
    '/%',
    '/..%2fetc/passwd',
    `/media/${PICTURE}`,
    MISSING_PICTURE,
  ];
  const step = Math.max(1, Math.floor(files.length / (ADDRESSES - special.length)));
  const some = files.filter((_, n) => n % step === 0).map((file) => encodeURI(pathOf(file)));
  return [...new Set([...special, ...some])];
}

const isLead = ({ status }: Seen) => status >= 300 && status < 400;

/** What two answers differ in. */
function differences(ours: Seen, theirs: Seen): string[] {
  if (isLead(ours) || isLead(theirs)) {
    const [one, other] = [ours, theirs].map(({ status, location }) => `${status} ${location}`);
    return one === other ? [] : [`${one} is ${other}`];
  }
  const parts = (seen: Seen) => Object.entries({ status: seen.status, ...seen.headers });
  const other = new Map(parts(theirs));
  return [
    ...parts(ours)
      .filter(([name, value]) => other.get(name) !== value)
      .map(([name, value]) => `${name}: ${value} is ${other.get(name)}`),
    ...(theirs.bytes > MOST * ours.bytes + 8 ? [`${ours.bytes} bytes are ${theirs.bytes}`] : []),
  ];
}

async function compare(url: string, except: readonly string[] = []): Promise<string[]> {
  const found: string[] = [];
  const start = `http://127.0.0.1:${server.port}`;
  const asked = addresses().filter((at) => !except.includes(at));
  await inParallel(asked, WIDTH, async (at) => {
    for (const encoding of ENCODINGS) {
      // As it is fetched, and as it is kept.
      const theirs = [await look(url, at, encoding), await look(url, at, encoding)];
      const ours = await look(start, at, encoding);
      for (const each of theirs)
        found.push(...differences(ours, each).map((what) => `${at} (${encoding}): ${what}`));
    }
  });
  return [...new Set(found)];
}

describe('what a visitor gets from npm start', () => {
  it('is the same before a bucket from Varnish', { timeout: 300_000 }, async ({ skip }) => {
    if (!cache) return skip();
    expect(addresses().length).toBeGreaterThan(ADDRESSES * 0.8);
    expect(await compare(cache.url)).toEqual([]);
  });

  it('is the same from a host of static files', { timeout: 300_000 }, async () => {
    // Its lifetimes are those of paths, whatever is there, and it reads no query.
    expect(await compare(host.url, [MISSING_PICTURE, '/artists?page=2'])).toEqual([]);
  });

  it('is in the bucket, as it is and compressed', { timeout: 300_000 }, async () => {
    await inParallel(files, WIDTH, async (file) => {
      const ours = await look(`http://127.0.0.1:${server.port}`, encodeURI(pathOf(file)), 'br');
      if (isLead(ours)) return;
      const key = isPacked(file) ? BROTLI + file : file;
      const there = await look(bucket.url, `/${encodeURI(key)}`, 'br');
      const kept = ['content-type', 'content-encoding', 'cache-control'];
      const of = (seen: Seen) => [
        file,
        seen.status,
        seen.bytes,
        ...kept.map((name) => seen.headers[name]),
      ];
      expect(of(there)).toEqual(of(ours));
    });
  });
});
