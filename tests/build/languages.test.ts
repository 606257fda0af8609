import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { englishPath, LANGUAGES, languageOf, pathIn } from '#config/language-paths.ts';
import { listFiles } from '#node/files.ts';
import { outputFile } from '#publish/rendering/renderer.ts';
import { type Harness, harness } from '#tests/publish/harness.ts';
import { CHANGES, random } from '#tests/publish/random-changes.ts';

let site: Harness;
/** Every page by its file. */
let html: Map<string, string>;
/** The addresses of both sitemaps with their alternates. */
let listed: Map<string, string[]>;

beforeAll(async () => {
  site = await harness();
  const r = random(52);
  for (let n = 0; n < 60; n++) await r.pick(CHANGES.slice(0, 3)).run(site.backend.sql, r, n);
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
afterAll(() => site?.close());

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

describe('every page', () => {
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
