import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listFiles } from '#node/files.ts';
import { type Harness, harness } from '#tests/publish/harness.ts';
import { testBundle } from '#tests/support/bundle.ts';
import { STATIC_IMPORT } from '#ui/lost.ts';

/** What the element around islands (src/ui/island.ts) counts on, in pages and scripts as they are published. */

const PAGES = [
  'artists.html',
  'quote.html',
  'auth.html',
  'dashboard/admin.html',
  'dashboard/artist.html',
  'dashboard/client.html',
];
let site: Harness;
let clientDir: string;
let pages: [file: string, html: string][];

beforeAll(async () => {
  site = await harness();
  await site.buildAll();
  clientDir = (await testBundle()).clientDir;
  pages = await Promise.all(
    PAGES.map(async (file) => [file, (await site.page(file)) ?? ''] as [string, string]),
  );
}, 180_000);
afterAll(() => site?.close());

const attributes = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`<astro-island[^>]* ${name}="([^"]*)"`, 'g'))].map(([, value]) =>
    (value ?? '').replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
  );

describe('every page with islands', () => {
  it('defines the element once, and it is not the one that gives up', () => {
    for (const [file, html] of pages) {
      expect(attributes(html, 'component-url').length, file).toBeGreaterThan(0);
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
    for (const [file, html] of pages) {
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

it('finds in a script the imports that are there, and takes nothing else for one', async () => {
  const scripts = (await listFiles(path.join(clientDir, '_astro'))).filter((f) =>
    f.endsWith('.js'),
  );
  let count = 0;
  for (const file of scripts) {
    const text = await readFile(path.join(clientDir, '_astro', file), 'utf8');
    const found = [...text.matchAll(STATIC_IMPORT)].map(([, name]) => path.posix.join(name ?? ''));
    count += found.length;
    expect(
      found.filter((name) => !scripts.includes(name)),
      file,
    ).toEqual([]);
    // As many as the parser of the bundler wrote.
    const written = text.match(/(?:^|[;}\n])import[^(]*?from["'`]\.\//g)?.length ?? 0;
    expect(found.length, file).toBeGreaterThanOrEqual(written);
  }
  expect(count).toBeGreaterThan(20);
});

it('fetches every script ahead that is imported later, also one that imports nothing', async () => {
  for (const file of await listFiles(path.join(clientDir, '_astro'))) {
    if (!file.endsWith('.js')) continue;
    const text = await readFile(path.join(clientDir, '_astro', file), 'utf8');
    expect(text, file).not.toMatch(/import\([^)]*\)[^;]{0,80},\[\]\)/);
  }
});
