import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { BROWSER_KEYS } from '#browser/browser-keys.ts';
import { LANGUAGES, pathIn } from '#config/language-paths.ts';
import { TRUSTED_TYPES } from '#config/trusted-types.ts';
import { hashOf } from '#layouts/policy.ts';
import { listFiles } from '#node/files.ts';
import { allImages } from '#publish/pictures/images.ts';
import { buildSite } from '#publish/rendering/build-site.ts';
import { openRenderer, outputFile, type RenderSettings } from '#publish/rendering/renderer.ts';
import type { Directory } from '#site/directory/directory.ts';
import { TEST_SETTINGS, testBundle } from '#tests/support/bundle.ts';
import { ofFile } from '#tests/support/of-file.ts';
import { harness } from '../publish/harness.ts';
import { CHANGES, random } from '../publish/random-changes.ts';

const SECRET = /sb_secret_[\w-]{8,}|service_role|whsec_[\w+/]{8,}/;
/** Words of no other row: lists keep first and last names apart. */
const PRIVATE = /Wilhelmsdorf|Unpublishedson|Unpainted/i;

let directory: Directory;
let dir: string;
let pages: string[];
let html: Map<string, string>;

const site = ofFile(() => harness());
beforeAll(async () => {
  const r = random(4);
  for (let n = 0; n < 60; n++) await r.pick(CHANGES.slice(0, 3)).run(site.backend.sql, r, n);
  await site.backend.sql(
    `insert into public.artists (name, slug, bio, public_visible, styles)
     values ('</script><img src=x onerror=alert(1)>', 'hostile', '"><script>alert(1)</script>', true, '{"<b>"}'),
       ('Wilhelmsdorf Unpublishedson', 'wilhelmsdorf', 'Wilhelmsdorf paints at night.', false, '{Nature}')`,
  );
  await site.backend.sql(
    `insert into public.murals (slug, title, city, state, public_visible) values ('unpainted', 'Unpainted', 'Austin', 'TX', false)`,
  );
  directory = await site.read();
  const { rendererDir: _, clientDir } = await testBundle();
  dir = path.join(site.release.dir, 'dist');
  const built = await buildSite({
    site: { directory, media: site.media },
    renderer: site.renderer,
    clientDir,
    outDir: dir,
    progress: () => {},
  });
  pages = built.pages;
  const files = (await listFiles(dir)).filter((file) => file.endsWith('.html'));
  const texts = await Promise.all(
    files.map(async (file) => [file, await readFile(path.join(dir, file), 'utf8')] as const),
  );
  // A page that only leads on has a test of its own (tests/server/files.test.ts).
  html = new Map(texts.filter(([, text]) => !text.includes('http-equiv="refresh"')));
}, 180_000);

/** What a file says; parts of the search index are packed. */
async function textOf(file: string): Promise<string> {
  const bytes = await readFile(file);
  return String(bytes.readUInt16BE(0) === 0x1f8b ? gunzipSync(bytes) : bytes);
}

describe('a build on several threads', () => {
  const build = async (rendererDir: string, outDir: string) => {
    const mediaDir = path.join(site.release.dir, 'media');
    await mkdir(mediaDir, { recursive: true });
    const known = allImages(directory).map(({ url }) =>
      JSON.stringify({ url, picture: site.media.picture(url) }),
    );
    await writeFile(path.join(mediaDir, 'index.jsonl'), `${known.join('\n')}\n`);
    const { clientDir } = await testBundle();
    const { media, renderer } = site;
    const rows = directory.rows();
    return buildSite({
      site: { directory, media },
      renderer,
      clientDir,
      outDir,
      progress: () => {},
      workers: { rows, mediaDir, rendererDir, settings: TEST_SETTINGS, from: 1 },
    });
  };

  it('gives the same bytes', { tags: 'long' }, async () => {
    const outDir = path.join(site.release.dir, 'threads');
    const built = await build((await testBundle()).rendererDir, outDir);
    expect(built.pages).toEqual(pages);
    for (const file of await listFiles(dir)) {
      if (file.startsWith('pagefind/')) continue;
      const same = (await readFile(path.join(outDir, file))).equals(
        await readFile(path.join(dir, file)),
      );
      expect(same, file).toBe(true);
    }
  });

  it('fails when a thread does', async () => {
    const failing = build(path.join(dir, 'nowhere'), path.join(site.release.dir, 'failed'));
    await expect(failing).rejects.toThrow(/nowhere/);
  });
});

describe('the kept renderer', () => {
  it('gives the bytes that Astro’s own prerendering gives, on every page', {
    tags: 'long',
  }, async () => {
    // A second copy of the bundle, untouched by ours, asked as Astro's build asks it.
    const { rendererDir } = await testBundle();
    const copy = `${rendererDir}.untouched.${process.pid}`;
    await cp(rendererDir, copy, { recursive: true });
    try {
      const scope = { directory, media: site.media };
      const { origin, api } = TEST_SETTINGS;
      const compared: string[] = [];
      for (const language of LANGUAGES) {
        const own = path.join(copy, language === 'en' ? '' : language, 'entry.mjs');
        const entry = await import(pathToFileURL(own).href);
        await entry.runInSite(scope, async () => {
          for (const { pathname, route } of await new entry.StaticPaths(entry.app).getAll()) {
            const address = pathIn(language, pathname || '/');
            // Robots ask a whole site once.
            if (language !== 'en' && pathname === '/robots.txt') continue;
            const request = new Request(new URL(pathname, origin));
            const response: Response = await entry.app.render(request, {
              routeData: route,
              locals: { api },
            });
            const ours = await readFile(path.join(dir, outputFile(address, route.type)));
            const same = ours.equals(Buffer.from(await response.arrayBuffer()));
            expect(same, address).toBe(true);
            compared.push(address);
          }
        });
      }
      expect(compared.sort()).toEqual([...pages].sort());
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  });

  it('says that a page does not exist rather than making one up', async () => {
    const scope = { directory, media: site.media };
    for (const route of ['/artist/nobody', '/mural/nothing', '/mural-artists/nowhere-tx']) {
      expect((await site.renderer.render(route, scope)).body, route).toBeNull();
    }
    await expect(site.renderer.render('/no/such/page', scope)).rejects.toThrow('/no/such/page');
  });
});

describe('a bundle', () => {
  const hosted: RenderSettings = {
    origin: 'https://walls.example',
    api: { url: 'https://project.example', key: 'sb_publishable_of_a_hosted_project' },
    operator: { name: 'Walls & Co.', address: 'hello@walls.example' },
  };

  it('says on its page about privacy who runs the site and where data are, and invents neither', async () => {
    const renderer = await openRenderer((await testBundle()).rendererDir, hosted);
    const scope = { directory, media: site.media };
    const said = String((await renderer.render('/privacy', scope)).body);
    expect(said).toContain('href="mailto:hello@walls.example"');
    expect(said).toContain('at project.example');
    const unsaid = html.get('privacy.html') ?? '';
    expect(unsaid).toContain('ask the operator of this site');
    expect(unsaid).not.toMatch(/mailto:|is run by/);
    for (const { what } of BROWSER_KEYS.filter(({ area }) => area !== 'sessionStorage'))
      expect(unsaid).toContain(what);
  });

  it('serves every origin and key, and says the ones of the site that it renders', async () => {
    const renderer = await openRenderer((await testBundle()).rendererDir, hosted);
    const scope = { directory, media: site.media };
    for (const route of pages) {
      const text = String((await renderer.render(route, scope)).body);
      expect(text, route).not.toContain(TEST_SETTINGS.origin);
      expect(text, route).not.toContain(TEST_SETTINGS.api.key);
      if (!text.startsWith('<!DOCTYPE html>')) continue;
      const head = text.slice(0, text.indexOf('</head>'));
      expect(head, route).toContain('<meta name="api-url" content="https://project.example">');
      expect(head, route).toContain(`<meta name="api-key" content="${hosted.api.key}">`);
      const policy = /http-equiv="content-security-policy" content="([^"]+)"/.exec(head)?.[1] ?? '';
      expect(policy.split(/; ?/), route).toEqual(
        expect.arrayContaining([
          "img-src 'self' data: blob: https://project.example",
          "connect-src 'self' https://project.example",
        ]),
      );
    }
    for (const [file, text] of html) {
      expect(text, file).toContain(`<meta name="api-key" content="${TEST_SETTINGS.api.key}">`);
      expect(text, file).not.toMatch(/api-url|connect-src/);
    }
    for (const file of ['sitemap.xml', 'rss.xml', 'robots.txt', 'llms.txt']) {
      const { body } = await renderer.render(`/${file}`, scope);
      expect(String(body), file).toContain('https://walls.example/');
    }
  });

  it('has no origin and no key inside', async () => {
    const { rendererDir, clientDir } = await testBundle();
    for (const dir of [rendererDir, clientDir]) {
      for (const file of await listFiles(dir)) {
        const text = await readFile(path.join(dir, file), 'utf8');
        expect(
          text.match(/https?:\/\/127\.0\.0\.1|sb_(publishable|secret)_[\w-]{8,}/),
          file,
        ).toBeNull();
      }
    }
  });
});

describe('every page', () => {
  it('links only to pages and files that exist', async () => {
    const known = new Set([...pages, ...(await listFiles(dir)).map((file) => `/${file}`)]);
    const dead: string[] = [];
    for (const [file, text] of html) {
      for (const [, link] of text.matchAll(/\s(?:href|src)="(\/[^"]*)"/g)) {
        const target = (link ?? '').replaceAll('&amp;', '&').split(/[?#]/)[0] ?? '';
        // Pictures are made up in this test; footer cities exist only with data for them.
        if (/^\/media\/|^(\/es)?\/mural-artists\//.test(target)) continue;
        if (!known.has(decodeURI(target))) dead.push(`${file}: ${target}`);
      }
    }
    expect(dead).toEqual([]);
  });

  it('that is somebody’s to open has a canonical address, structured data and a preview', async () => {
    const files = new Set(await listFiles(dir));
    const own = [...html].filter(([file]) => !/^(es\/)?(dashboard|404|offline)\b/.test(file));
    expect(own.length).toBeGreaterThan(10);
    for (const [file, text] of own) {
      const canonical = /<link rel="canonical" href="([^"]+)"/.exec(text)?.[1] ?? '';
      expect(outputFile(new URL(canonical).pathname, 'page'), file).toBe(file);
      expect(text, file).toContain('<script type="application/ld+json">');
      const image = new URL(/property="og:image" content="([^"]+)"/.exec(text)?.[1] ?? '').pathname;
      // Variants of uploads and drawn previews are served beside the release.
      if (!/^\/(media|preview)/.test(image)) expect(files, file).toContain(image.slice(1));
    }
  });

  it('has a policy without unsafe words, and nothing that it would block', () => {
    for (const [file, text] of html) {
      const policy = /http-equiv="content-security-policy" content="([^"]+)"/.exec(text)?.[1] ?? '';
      expect(policy, file).toContain("script-src 'self'");
      expect(policy, file).not.toMatch(/unsafe-/);
      expect(policy.split(';'), file).toEqual(expect.arrayContaining([...TRUSTED_TYPES]));
      for (const [, style] of text.matchAll(/<style[^>]*>([^<]*)<\/style>/g)) {
        expect(policy, file).toContain(hashOf(style ?? ''));
      }
      const body = text.replace(/<script[\s\S]*?<\/script>/g, '');
      expect(body.match(/<[a-z][^>]*\sstyle="/g), file).toBeNull();
      expect(body.match(/<[a-z][^>]*\son[a-z]+="/g), file).toBeNull();
    }
  });

  it('escapes what people typed', () => {
    // Within a quoted attribute only the quote ends it, and that one is escaped.
    const page = (html.get('artist/hostile.html') ?? '').replace(/="[^"]*"/g, '=""');
    expect(page).toContain('&lt;img src=x');
    expect(page).not.toContain('<img src=x');
    expect(page).not.toContain('<script>alert');
  });

  it('shows pictures as published variants and not as uploads', () => {
    for (const [file, text] of html) {
      expect(text.match(/(?:src|srcset)="[^"]*\/storage\/v1\/[^"]*"/g), file).toBeNull();
    }
  });
});

describe('the output', () => {
  it('holds no secret and no private row', async () => {
    const found: string[] = [];
    for (const file of await listFiles(dir)) {
      const text = await textOf(path.join(dir, file));
      const words = [text.match(SECRET), text.match(PRIVATE)].flatMap((match) => match?.[0] ?? []);
      found.push(...words.map((word) => `${file}: ${word}`));
    }
    expect(found).toEqual([]);
  });

  it('has a search index, a sitemap and what search engines ask for', async () => {
    const files = await listFiles(dir);
    const wanted = [
      'search/artists.json',
      'search-worker.js',
      'pagefind/parts.json',
      'sitemap.xml',
      'robots.txt',
    ];
    expect(files).toEqual(expect.arrayContaining(wanted));
    const json = async (file: string) => JSON.parse(await readFile(path.join(dir, file), 'utf8'));
    const { slugs } = (await json('search/artists.json')).columns;
    expect(slugs.split('\n')).toHaveLength(directory.allArtists().length);
    const [part] = await json('pagefind/parts.json');
    expect(files).toContain(`pagefind/${part}/pagefind.js`);
    const written = directory
      .allArtists()
      .filter(({ id, bio }) =>
        [bio, ...directory.muralsOf(id).map(({ title }) => title)].some((text) =>
          /[\p{L}\p{N}]/u.test(text ?? ''),
        ),
      );
    const owners = Object.values(await json(`pagefind/${part}/artists.json`));
    expect(owners.sort()).toEqual(written.map(({ slug }) => slug).sort());
    const map = await readFile(path.join(dir, 'sitemap.xml'), 'utf8');
    const listed = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      ([, url]) => new URL(url ?? '').pathname,
    );
    expect(listed.filter((pathname) => !pages.includes(decodeURI(pathname)))).toEqual([]);
    for (const { slug } of directory.allArtists()) expect(listed).toContain(`/artist/${slug}`);
  });
});
