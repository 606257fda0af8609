import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { circlesOf, ROOMS, roomOf, violationsOf } from './support/architecture.ts';
import { exportsOf, namesakesOf } from './support/exports.ts';
import { importsOf, packagesLoadedBy, resolveImport } from './support/imports.ts';

const PROJECT = JSON.parse(readFileSync('package.json', 'utf8'));
const ALIASES: Record<string, string> = PROJECT.imports;

/** Files of the working tree that git knows or would add; build output is ignored by .gitignore. */
const FILES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
  maxBuffer: 1 << 26,
})
  .split('\n')
  .filter((path) => /^(src|supabase|scripts|tests)\/.*\.(tsx?|mjs|astro)$/.test(path));

describe('the source', () => {
  it('is found, every layer of it', () => {
    const rooms = new Set(FILES.map(roomOf));
    const layers = ['rules', 'api', 'store', 'view', 'page', 'src/lib', 'src/site', 'src/pages'];
    expect(layers.filter((room) => !rooms.has(room))).toEqual([]);
  });

  it('lies in folders that the architecture names', () => {
    expect(FILES.filter((path) => roomOf(path) === null)).toEqual([]);
  });

  it('leaves the widths of screens to its style sheets, so that no script has another one', () => {
    const scripts = FILES.filter((path) => path.startsWith('src/') && roomOf(path) !== 'tests');
    const asks = /matchMedia\([^)]*(width|WIDE|BREAKPOINT)|innerWidth|outerWidth/;
    expect(scripts.filter((path) => asks.test(readFileSync(path, 'utf8')))).toEqual([]);
  });

  it('tells the rows of a list apart by more than the words that people type', () => {
    const typed =
      /key=\{(?:[\w.]*\.)?(?:title|message|problem|doubt|loss|text|style|word|tag|comment)\}|key=\{`[^`]*(?:name|message|text|title)\b/i;
    // The product's own words, or words that are in the list once.
    const own = [
      'src/dashboards/find/FindDialog.tsx',
      'src/dashboards/shell/SidebarNav.tsx',
      'src/features/pictures/queue/UploadProblems.tsx',
      'src/features/profile/CityField.tsx',
      'src/features/profile/ProfileForm.tsx',
    ];
    const found = FILES.filter((path) => /^src\/.*\.tsx$/.test(path)).filter((path) =>
      typed.test(readFileSync(path, 'utf8')),
    );
    expect(found.toSorted()).toEqual(own);
  });

  it('is where style sheets look for the classes that they need', () => {
    const asked = globSync('src/styles/*.css').flatMap((sheet) =>
      [...readFileSync(sheet, 'utf8').matchAll(/@source (?:not )?"([^"]+)"/g)].map(
        ([, path = '']) => posix.join('src/styles', path),
      ),
    );
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.filter((path) => globSync(path).length === 0)).toEqual([]);
    // Every part of a prerendered page; a sheet that misses one leaves its classes without rules.
    const parts = FILES.filter((path) =>
      /^src\/(features|ui|components|layouts)\/.*\.astro$/.test(path),
    );
    const seen = new Set(asked.flatMap((path) => globSync(path)));
    expect(parts.filter((path) => !seen.has(path))).toEqual([]);
  });

  it('answers requests about accounts without @supabase/lite', () => {
    const auth = FILES.filter((path) =>
      /^supabase\/embedded\/gateway\/auth\/[^/]*\.ts$/.test(path),
    );
    expect(auth.length).toBeGreaterThan(10);
    const hands = /\bforward\(|from '@supabase\/lite/;
    expect(auth.filter((path) => hands.test(readFileSync(path, 'utf8')))).toEqual([]);
  });

  it('gives every exported name one meaning, so that a search for it ends in one file', () => {
    const scripts = FILES.filter(
      (path) => /^src\/(?!pages\/).*\.tsx?$/.test(path) && roomOf(path) !== 'tests',
    );
    const sources = scripts.map((path): [string, string] => [path, readFileSync(path, 'utf8')]);
    // Astro calls a middleware by its name.
    const named = /^onRequest: src\/layouts\//;
    expect(namesakesOf(sources).filter((found) => !named.test(found))).toEqual([]);
  });

  it('imports only what the architecture allows', () => {
    expect(
      FILES.flatMap((path) => violationsOf(path, readFileSync(path, 'utf8'), ALIASES)),
    ).toEqual([]);
  });
});

it('has no circle of files that import each other', () => {
  const sources = FILES.filter((path) => roomOf(path) !== 'tests' && roomOf(path) !== 'scripts');
  const known = new Set(sources);
  const imported = new Map(
    sources.map((path) => [
      path,
      importsOf(path, readFileSync(path, 'utf8')).flatMap(({ specifier }) => {
        const target = specifier && resolveImport(path, specifier, ALIASES);
        return target && target.kind === 'file' && known.has(target.path) ? [target.path] : [];
      }),
    ]),
  );
  expect(circlesOf(imported)).toEqual([]);
});

/** Tens of megabytes each, which a process would have for as long as it runs. */
const HEAVY = ['@electric-sql/pglite', '@supabase/lite', 'astro', 'kysely', 'react-dom', 'sharp'];

describe('a process of the product loads with its code', () => {
  const read = (path: string) => readFileSync(path, 'utf8');
  it.each([
    ['scripts/start.ts', ['@supabase/supabase-js', 'zod', ...HEAVY]],
    ['src/publish/process/publisher-process.ts', HEAVY],
    ['src/publish/rendering/background-process.ts', HEAVY],
    ['supabase/embedded/process/main.ts', ['@electric-sql/pglite', 'sharp']],
    ['supabase/seed/index.ts', HEAVY],
    ['src/publish/process/build-process.ts', HEAVY],
  ])('%s none of what only some of its work needs', (entry, heavy) => {
    const loaded = packagesLoadedBy(entry, read, ALIASES);
    expect(heavy.filter((name) => loaded.has(name))).toEqual([]);
  });

  it('all that it imports, directly or not', () => {
    const loaded = packagesLoadedBy('supabase/embedded/process/main.ts', read, ALIASES);
    expect([...loaded]).toContain('@supabase/lite');
  });
});

describe('the packages', () => {
  /** Commands of a production install, `npm ci --omit=dev`. */
  const COMMANDS =
    /^scripts\/(start|build|rebuild|admin|doctor|backup|restore|db-move|db-reset)\.ts$/;
  const PRODUCT = /^(src|supabase\/(embedded|seed))\/(?!.*\.test\.)|^astro\.config/;
  const STYLES = globSync('src/styles/*.css');

  it('that the product runs with are the dependencies, and no others', () => {
    // What runs all of it, and what two others load.
    const used = new Set(['node', '@electric-sql/pglite']);
    const seen = new Set<string>();
    const use = (file: string, specifier: string) => {
      const target = resolveImport(file, specifier, ALIASES);
      if (target.kind === 'file') visit(target.path);
      if (target.kind === 'package') used.add(target.name);
    };
    const visit = (file: string) => {
      if (seen.has(file) || !/\.(tsx?|mjs|astro)$/.test(file) || file.endsWith('.d.ts')) return;
      seen.add(file);
      for (const { specifier, typeOnly } of importsOf(file, readFileSync(file, 'utf8'))) {
        // A glob names files that are visited by themselves, and Astro makes modules of its own.
        if (!typeOnly && specifier && !/\*|^astro:/.test(specifier)) use(file, specifier);
      }
    };
    for (const file of [...FILES, 'astro.config.mjs'])
      if (PRODUCT.test(file) || COMMANDS.test(file)) visit(file);
    expect(seen.size).toBeGreaterThan(400);
    for (const file of STYLES)
      for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(
        /(?:@import |url\()"([@a-z][^":]+)"/g,
      ))
        use(file, name);
    const needed = [...used].filter((name) => !(name in PROJECT.optionalDependencies));
    // An empty package stands in the place of one that a dependency names and nothing loads.
    const loaded = Object.entries<string>(PROJECT.dependencies).filter(
      ([, version]) => !version.startsWith('npm:empty-npm-package@'),
    );
    expect(needed.toSorted()).toEqual(loaded.map(([name]) => name).toSorted());
  });

  it('of development are each named by a file that uses them', () => {
    const named = new Set(['node']);
    for (const file of [...FILES, ...STYLES, 'astro.config.mjs'])
      for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(
        /['"](?:node_modules\/)?((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^'"\n]*)?['"]/g,
      ))
        named.add(name);
    const unused = Object.keys({ ...PROJECT.devDependencies, ...PROJECT.optionalDependencies })
      .map((name) => name.replace(/^@types\//, ''))
      .filter((name) => !named.has(name));
    expect(unused).toEqual([]);
  });
});

it('watches the content security policy in every story', () => {
  const stories = FILES.filter((path) => /^tests\/e2e\/.*\.spec\.ts$/.test(path));
  expect(stories.length).toBeGreaterThan(10);
  const unwatched = stories.filter((path) => {
    const text = readFileSync(path, 'utf8');
    return (
      !text.includes("from '../fixtures/test.ts'") || /^import \{.*'@playwright\/test'/m.test(text)
    );
  });
  expect(unwatched).toEqual([]);
});

/** Sources that break a rule, each with the rule that must fire; and neighbours that must stay quiet. */
const REFUSED: [path: string, source: string, reason: RegExp][] = [
  // The order of features, and of the layers around them.
  ['src/features/map/x.ts', `import { a } from '#features/cities/city.ts'`, /comes before/],
  ['src/features/new/x.ts', `import { z } from 'zod'`, /does not name/],
  ['supabase/embedded/mail/x.ts', `import { a } from '../gateway/index.ts'`, /floor below/],
  ['src/lib/x.ts', `import { a } from '#features/map/zip.ts'`, /src\/lib may not import rules/],
  ['src/site/x.ts', `import a from '#features/map/places.json'`, /reads a data file that another/],
  // What the kinds of files in a feature may use.
  ['src/features/map/x.ts', `import { readFile } from 'node:fs'`, /may not use Node modules/],
  ['src/features/map/x.ts', `import { z } from 'zod'`, /may not use the package/],
  ['src/features/map/x.ts', `import { a } from './x.api.ts'`, /rules may not import api/],
  [
    'src/features/map/x.ts',
    `import { toast } from '#ui/overlays/toast.ts'`,
    /types only from src\/ui/,
  ],
  ['src/features/map/X.tsx', `import type { User } from '@supabase/supabase-js'`, /package/],
  ['src/features/map/X.tsx', `await import('#data/process/build-client.ts')`, /src\/data\/process/],
  [
    'src/features/map/X.astro',
    `---\nimport { currentSite } from '#site/scope.ts'\n---\n<p/>`,
    /types only/,
  ],
  // The rest of the product.
  ['src/lib/x.ts', `import { paths } from '#config/paths.ts'`, /may not import from src\/config/],
  ['src/data/x.ts', `import { cases } from './x.test.ts'`, /may not import from tests/],
  ['src/lib/x.ts', `let x: import('#data/api.ts').RpcName`, /may not import from src\/data/],
  ['src/islands/X.tsx', `import B from './B.tsx'`, /another island/],
  ['src/islands/X.tsx', `import.meta.glob(['./B.tsx', '../data/*.ts'])`, /another island/],
  ['src/islands/X.tsx', `await import(name)`, /computed path/],
  [
    'src/components/X.astro',
    `<p/>\n<script>\nimport '#features/accounts/auth.api.ts'\n</script>`,
    /:3 .*may not import api/,
  ],
  ['src/pages/x.astro', `---\n---\n<p>{(await import('../data/api.ts')).x}</p>`, /src\/data/],
  ['src/server/x.ts', `import { a } from '../../scripts/start.ts'`, /may not import from scripts/],
  ['src/ui/x.tsx', `import '/media/x.js'`, /may not import/],
];

const ALLOWED: [path: string, source: string][] = [
  ['src/lib/x.ts', `import { z } from './zod.ts'; // import '#features/accounts/auth.api.ts'`],
  ['src/lib/x.ts', `const text = "import { a } from '#features/accounts/auth.api.ts'"`],
  ['src/features/cities/x.ts', `import { a } from '#features/map/zip.ts'; import './y.ts'`],
  ['src/features/map/x.ts', `import a from './places.json' with { type: 'json' }`],
  ['src/features/map/x.ts', `import type { FieldView } from '#ui/forms/FormField.tsx'`],
  ['src/features/map/use-x.ts', `import { a } from './x.api.ts'; import { useState } from 'react'`],
  ['src/features/map/X.tsx', `import { a } from './use-x.ts'; import { B } from '#ui/Button.tsx'`],
  ['src/data/x.ts', `const { createClient } = await import('@supabase/supabase-js')`],
  ['src/components/X.astro', `---\nimport type { Site } from '#site/scope.ts'\n---`],
  ['src/publish/x.ts', `await import(bundle)`],
  ['src/components/x.ts', `import css from '../styles/global.css?url'`],
  ['src/lib/x.test.ts', `import '#data/process/build-client.ts'; import fs from 'node:fs'`],
];

describe('the check itself', () => {
  it.each(REFUSED)('fires: %s  %s', (path, source, reason) => {
    expect(violationsOf(path, source, ALIASES).join('\n')).toMatch(reason);
  });

  it.each(ALLOWED)('stays quiet: %s  %s', (path, source) => {
    expect(violationsOf(path, source, ALIASES)).toEqual([]);
  });

  it('finds circles, of any length, and no others', () => {
    const circles = circlesOf(
      new Map([
        ['a', ['b', 'e']],
        ['b', ['c']],
        ['c', ['a']],
        ['d', ['d', 'a']],
        ['e', []],
      ]),
    );
    expect(circles).toEqual(['a → b → c → a', 'd → d']);
  });

  it('sees through every way to write an import', () => {
    const source = `import a, { type b } from 'a';
      import type c from 'c'; import { type d } from 'd'; import 'e'; export { f } from 'f';
      const g = import('g'); let h: import('h').H; require('i'); import.meta.glob(['j', 'k']);
      type L = typeof import('l');`;
    const found = importsOf('x.ts', source).map(({ specifier, typeOnly }) => [specifier, typeOnly]);
    expect(found).toEqual([
      ['a', false],
      ['c', true],
      ['d', true],
      ['e', false],
      ['f', false],
      ['g', false],
      ['h', true],
      ['i', false],
      ['j', false],
      ['k', false],
      ['l', true],
    ]);
  });

  it('sees through every way to write an export', () => {
    const source = `export const a = 1, { b, c: [d] } = x; export function e() {} export class F {}
      export type G = 1; export interface H {} const i = 1; export { i, i as j };
      export { k } from 'k'; export * from 'l'; export default function m() {} const n = 1;`;
    expect([...exportsOf('x.ts', source)]).toEqual(['a', 'b', 'd', 'e', 'F', 'G', 'H', 'i', 'j']);
  });

  it('finds a name that two files export, of a value and of a type alike', () => {
    const found = namesakesOf([
      ['a.ts', 'export const May = 1; export const own = 1;'],
      ['b.ts', 'export type May = 1; const own = 2;'],
      ['c.ts', `export { May } from './a.ts'; export type May = 2;`],
    ]);
    expect(found).toEqual(['May: a.ts, b.ts, c.ts']);
    expect(namesakesOf([['a.ts', 'export function f(): 1; export function f() {}']])).toEqual([]);
  });

  it('has no row that lets a layer import one above it', () => {
    const rows = Object.entries(ROOMS);
    const place = (name: string) => rows.findIndex(([row]) => row === name);
    const up = rows.flatMap(([name, { rooms = [], kinds = [] }], i) =>
      [...rooms, ...kinds].filter((to) => place(to) > i).map((to) => `${name} → ${to}`),
    );
    expect(up).toEqual([]);
  });
});
