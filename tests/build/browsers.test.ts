import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { OLDEST_BROWSERS } from '#config/browsers.ts';
import { listFiles } from '#node/files.ts';
import { ROOT } from '#node/root.ts';
import { testBundle } from '#tests/support/bundle.ts';
import { newerNames } from '#tests/support/newer-names.ts';

/** Everything that pages load, libraries included, and the scripts that stand in pages. */
let scripts: [file: string, text: string][];
let styles: [file: string, text: string][];

beforeAll(async () => {
  const { clientDir } = await testBundle();
  const read = async (dir: string, ending: string): Promise<[string, string][]> => {
    const files = (await listFiles(dir)).filter((file) => file.endsWith(ending));
    return Promise.all(
      files.map(async (file) => [file, await readFile(path.join(dir, file), 'utf8')]),
    );
  };
  scripts = [...(await read(clientDir, '.js')), ...(await read(path.join(ROOT, 'src'), '.astro'))];
  styles = await read(clientDir, '.css');
}, 180_000);

it('loads nothing that the oldest promised browsers lack', () => {
  expect(scripts.length).toBeGreaterThan(50);
  expect(
    scripts.flatMap(([file, text]) => newerNames(text).map((name) => `${file}: ${name}`)),
  ).toEqual([]);
});

it('writes colors of both themes and the widths of screens as those read them', () => {
  expect(styles.length).toBeGreaterThan(5);
  for (const [file, text] of styles) {
    expect(text, file).not.toContain('light-dark(');
    expect(text, file).not.toMatch(/@media[^{]*([<>]|not \()/);
  }
});

it('finds each newer name, and leaves those that are asked for first', () => {
  for (const text of [
    ...['Map.groupBy(a,b)', 'if(!URL.canParse(a))return', 'a.union(b)', 'a.values().map(b)'],
    ...['a.matchAll(b).map(c)', 'new Intl.Segmenter(`en`)', 'requestIdleCallback(a)'],
    ...['a.replace(/(?<!b)c/g,``)', 'b.searchParams.size', 'a.addEventListener(`scrollend`,b)'],
    ...['await scheduler.yield()', 'document.adoptedStyleSheets=[a]', 'class A{static{b()}}'],
  ])
    expect(newerNames(text), text).toHaveLength(1);
  for (const text of [
    'Intl.Segmenter?new Intl.Segmenter(`en`):b',
    '(self.requestIdleCallback??setTimeout)(a)',
    'typeof URL.canParse==`function`?URL.canParse(a):b',
    'Object.values(a).map(b)',
    'a.replace(/(?<year>b)/,c)',
  ])
    expect(newerNames(text), text).toEqual([]);
});

it('promises those browsers in the README', async () => {
  const readme = await readFile(path.join(ROOT, 'README.md'), 'utf8');
  expect(OLDEST_BROWSERS).toEqual(['ios16', 'safari16', 'firefox115', 'chrome111', 'edge111']);
  expect(readme.includes('iOS 16, Safari 16, Firefox 115 (ESR), Chrome and Edge 111')).toBe(true);
});
