import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { englishPath, LANGUAGES, languageOf, pathIn } from '#config/language-paths.ts';
import { listFiles } from '#node/files.ts';
import { outputFile } from '#publish/rendering/renderer.ts';
import { harness } from '#tests/publish/harness.ts';
import { CHANGES, random } from '#tests/publish/random-changes.ts';
import { htmlFindings } from '#tests/support/html.ts';
import { ofFile } from '#tests/support/of-file.ts';

const site = ofFile(() => harness());
/** Every page by its file. */
let html: Map<string, string>;
/** The addresses of both sitemaps with their alternates. */
let listed: Map<string, string[]>;

beforeAll(async () => {
  const r = random(15);
  for (let n = 0; n < 60; n++) await r.pick(CHANGES.slice(0, 3)).run(site.backend.sql, r, n);
  await site.backend.sql(
    `insert into public.artists (name, slug, city, state, bio, public_visible)
     values ('👩🏽‍🎨 Ana', 'painter', '🏜️ Marfa', 'TX', $1, true)`,
    [`${'x'.repeat(154)}👩🏽‍🎨 paints.`],
  );
  await site.buildAll();
  const { siteDir } = site.release;
  const read = (file: string) => readFile(path.join(siteDir, file), 'utf8');
  const files = (await listFiles(siteDir)).filter((file) => file.endsWith('.html'));
  const texts = await Promise.all(files.map(async (file) => [file, await read(file)] as const));
  html = new Map(texts.filter(([, text]) => !text.includes('http-equiv="refresh"')));
  listed = new Map();
  for (const file of ['sitemap.xml', 'es/sitemap.xml'])
    for (const [, loc = '', rest = ''] of (await read(file)).matchAll(
      /<url><loc>([^<]+)<\/loc>(.*)<\/url>/g,
    ))
      listed.set(pathOf(loc), alternatesIn(rest));
}, 180_000);

describe('every page', () => {
  it('is valid HTML', async () => {
    const kinds = new Set([...html.keys()].map((file) => file.replace(/[^/]+$/, '')));
    expect(kinds).toContain('mural-artists/');
    expect(kinds).toContain('dashboard/admin/');
    const found: string[] = [];
    for (const [file, text] of html) {
      for (const finding of await htmlFindings(text)) found.push(`${file}: ${finding}`);
    }
    expect(found).toEqual([]);
  }, 120_000);

  it('names only places that are there, in itself and in other pages', () => {
    const idsOf = (text: string) =>
      new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
    const ids = new Map([...html].map(([file, text]) => [file, idsOf(text)]));
    const dead: string[] = [];
    for (const [file, text] of html) {
      for (const [, route = '', id] of text.matchAll(/\shref="(\/[^"?#]*)?#([^"]+)"/g)) {
        // The form for reports reads there which page it is about.
        if (englishPath(route) === '/report') continue;
        const target = route ? outputFile(route) : file;
        if (!ids.get(target)?.has(id)) dead.push(`${file}: ${route}#${id}`);
      }
    }
    expect(dead).toEqual([]);
  });

  it('shows the color of each of its pictures until that is there', () => {
    const images = [...html].flatMap(([file, text]) =>
      [...text.matchAll(/<img[^>]*\ssrc="\/media\/[^>]*>/g)].map(([image]) => `${file}: ${image}`),
    );
    expect(images.length).toBeGreaterThan(50);
    expect(images.filter((image) => !/\sclass="[^"]*\bbg-\[#\w{6}\]/.test(image))).toEqual([]);
  });

  it('has no half of a character, also of a name that begins with several in one', () => {
    for (const [file, text] of html) expect(text.includes('\ufffd'), file).toBe(false);
    const page = html.get('artist/painter.html') ?? '';
    expect(page).toMatch(/<span[^>]*aria-hidden="true"[^>]*>\s*👩🏽‍🎨\s*<\/span>/);
    expect(page).toContain(`content="${'x'.repeat(154)}…"`);
  });

  it('says of every button what it does in a form', () => {
    for (const [file, text] of html) {
      expect(text.match(/<button(?![^>]*\stype=)[^>]*>/g), file).toBeNull();
    }
  });
});

const pathOf = (url: string) => new URL(url).pathname;
const pageAt = (pathname: string) => html.get(outputFile(pathname)) ?? '';

const languageIn = (file: string) => languageOf(`/${file.replace(/\.html$/, '')}`);

/** As 'es /es/artists'. */
const alternatesIn = (text: string) =>
  [...text.matchAll(/<(?:xhtml:)?link rel="alternate"[^>]*>/g)].flatMap(([link]) => {
    const [, language] = /hreflang="([^"]+)"/.exec(link) ?? [];
    const [, href = ''] = /href="([^"]+)"/.exec(link.replace(/hreflang="[^"]+"/, '')) ?? [];
    return language ? [`${language} ${pathOf(href)}`] : [];
  });

describe('every address of the sitemaps', () => {
  it('is there in both languages', () => {
    expect(listed.size).toBeGreaterThan(40);
    for (const pathname of listed.keys())
      for (const language of LANGUAGES) {
        const other = pathIn(language, pathname);
        expect([...listed.keys()]).toContain(other);
        expect(pageAt(other), other).toContain(`<html lang="${language}">`);
      }
  });

  it('names both, and English for all others, as the page does in its head', () => {
    for (const [pathname, alternates] of listed) {
      const english = englishPath(pathname);
      const expected = [`en ${english}`, `es ${pathIn('es', english)}`, `x-default ${english}`];
      expect(alternates).toEqual(expected);
      const page = pageAt(pathname);
      expect(alternatesIn(page), pathname).toEqual(expected);
      const [, canonical = ''] = /<link rel="canonical" href="([^"]+)"/.exec(page) ?? [];
      expect(pathOf(canonical)).toBe(pathname);
    }
  });
});

describe('every page beside its other language', () => {
  const switches = /<a href="[^"]+"[^>]* hreflang="(\w\w)"[^>]*>/gi;

  it('leads to the other language in its header and its footer', () => {
    const own = [...html].filter(([file]) => !/^(es\/)?dashboard\b/.test(file));
    for (const [file, text] of own) {
      const other = languageIn(file) === 'en' ? 'es' : 'en';
      const led = [...text.matchAll(switches)].map(([, language]) => language);
      expect(led, file).toEqual([other, other]);
    }
  });

  it('leads nowhere else in the other language', () => {
    const elsewhere: string[] = [];
    for (const [file, text] of html) {
      const language = languageIn(file);
      const rest = text.replace(switches, '').replace(/<link [^>]*>/g, '');
      for (const [, href = ''] of rest.matchAll(/\shref="(\/[^"]*)"/g))
        if (!/^\/(media|_astro)\//.test(href) && languageOf(href) !== language)
          elsewhere.push(`${file}: ${href}`);
    }
    expect(elsewhere).toEqual([]);
  });

  it('says whose words are English only on Spanish ones', () => {
    const english = [...html].filter(([file]) => languageIn(file) === 'en');
    for (const [file, text] of english) expect(text.match(/\slang="en"/g), file).toHaveLength(1);
    const artists = [...html].filter(([file]) => /^es\/artist\/[^/]+\.html$/.test(file));
    expect(artists.some(([, text]) => text.includes('<p lang="en">'))).toBe(true);
  });

  it('describes itself in its own language', () => {
    const descriptionOf = (text: string) =>
      /<meta name="description" content="([^"]*)"/.exec(text)?.[1];
    const people = [...html].filter(([file]) => /^es\/(artist|mural)\//.test(file));
    for (const [file, text] of people) {
      const english = html.get(file.slice('es/'.length)) ?? '';
      expect(descriptionOf(text), file).not.toBe(descriptionOf(english));
    }
  });
});

/** What the element around islands (src/ui/island.ts) counts on. */
const attributes = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`<astro-island[^>]* ${name}="([^"]*)"`, 'g'))].map(([, value]) =>
    (value ?? '').replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
  );

describe('every page with islands', () => {
  const withIslands = () => [...html].filter(([, text]) => text.includes('<astro-island'));

  it('defines the element once, and it is not the one that gives up', () => {
    expect(withIslands().length).toBeGreaterThan(6);
    for (const [file, html] of withIslands()) {
      expect(html.match(/customElements\.define\("astro-island/g), file).toHaveLength(1);
      expect(html, file).not.toContain('astro:after-swap');
      expect(html, file).toContain('id="lost"');
    }
  });

  it('gives props of the kinds that are revived, default exports, and slots in their place', () => {
    const kinds = (value: unknown): number[] => {
      const [kind, inner] = value as [number, unknown];
      const inside = kind === 1 ? (inner as unknown[]) : Object.values(Object(inner));
      return [kind, ...(typeof inner === 'object' && inner ? inside.flatMap(kinds) : [])];
    };
    for (const [file, html] of withIslands()) {
      for (const props of attributes(html, 'props')) {
        const found = Object.values(JSON.parse(props)).flatMap(kinds);
        expect(new Set([...found, 0, 1]), file).toEqual(new Set([0, 1]));
      }
      expect(new Set(attributes(html, 'component-export')), file).toEqual(new Set(['default']));
      expect(html, file).not.toContain('data-astro-template');
      expect(
        attributes(html, 'client').filter((name) => !/^(interaction|now)$/.test(name)),
      ).toEqual([]);
    }
  });
});
