import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { englishPath } from '#config/language-paths.ts';
import { listFiles } from '#node/files.ts';
import { outputFile } from '#publish/rendering/renderer.ts';
import { type Harness, harness } from '#tests/publish/harness.ts';
import { CHANGES, random } from '#tests/publish/random-changes.ts';
import { htmlFindings } from '#tests/support/html.ts';

let site: Harness;
let html: Map<string, string>;

beforeAll(async () => {
  site = await harness();
  const r = random(15);
  for (let n = 0; n < 60; n++) await r.pick(CHANGES.slice(0, 3)).run(site.backend.sql, r, n);
  await site.backend.sql(
    `insert into public.artists (name, slug, city, state, bio, public_visible)
     values ('👩🏽‍🎨 Ana', 'painter', '🏜️ Marfa', 'TX', $1, true)`,
    [`${'x'.repeat(154)}👩🏽‍🎨 paints.`],
  );
  await site.buildAll();
  const files = await listFiles(site.release.siteDir);
  const pages = files.filter((file) => file.endsWith('.html'));
  const read = async (file: string) =>
    [file, await readFile(path.join(site.release.siteDir, file), 'utf8')] as const;
  html = new Map(await Promise.all(pages.map(read)));
}, 180_000);
afterAll(() => site?.close());

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

  it('shows the colour of each of its pictures until that is there', () => {
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
