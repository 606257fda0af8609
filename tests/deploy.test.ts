import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '#node/root.ts';

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** What is read and is nobody's setting. */
const INTERNAL: Record<string, string> = {
  NODE_ENV: 'What React is told by the commands themselves.',
  NODE_COMPILE_CACHE: 'Of Node, set by the launcher.',
  NODE_DISABLE_COMPILE_CACHE: 'Of Node.',
  JOURNAL_STREAM: 'Of systemd.',
  DEV_BACKEND_URL: 'Between the two halves of npm run dev.',
  RENDERER_DIR: 'Between a build of the bundle and Astro.',
  SITE_LANGUAGE: 'Between a build of the bundle and Astro.',
  LITE_AUTH_BCRYPT_COST: 'Cheap passwords for tests.',
  DEV: 'Of Vite.',
  PROD: 'Of Vite.',
  SSR: 'Of Vite.',
  SUPABASE_URL: 'Given to every Edge Function.',
  SUPABASE_SERVICE_ROLE_KEY: 'Given to every Edge Function.',
  SECRET_KEY: 'In an Edge Function, in place of the one before.',
};

/** Every name that the product's code asks an environment for. */
function namesRead(): string[] {
  const files = globSync(['src/**/*.{ts,tsx,astro}', 'supabase/**/*.ts', 'scripts/**/*.{ts,cjs}'], {
    cwd: ROOT,
  }).filter((file) => !/\.test\.ts$|^scripts\/bench\//.test(file));
  const text = [...files, 'astro.config.mjs'].map(read).join('\n');
  const destructured = [...text.matchAll(/\{([^{}]*)\} = process\.env/g)].flatMap(([, names]) =>
    (names ?? '').split(',').map((name) => name.trim()),
  );
  const asked = [
    ...text.matchAll(/\benv\.([A-Z][A-Z\d_]+)|\b(?:setting|env\.get)\('([A-Z\d_]+)'\)/g),
  ];
  return [...new Set([...destructured, ...asked.map(([, a, b]) => a ?? b ?? '')])].sort();
}

it('.env.example names every setting that is read, and no other', () => {
  const named = [...read('.env.example').matchAll(/^#([A-Z][A-Z\d_]+)=/gm)].map(([, name]) => name);
  const settings = namesRead().filter((name) => !(name in INTERNAL));
  expect(settings.length).toBeGreaterThan(15);
  expect(named.toSorted()).toEqual(settings);
});

it('.env.example sets nothing by itself', () => {
  expect(read('.env.example').match(/^[^#\n]/gm)).toBeNull();
});

/** What people read. */
const DOCUMENTS = [
  'README.md',
  'supabase/CONVENTIONS.md',
  ...globSync(['docs/**/*.md', 'src/features/**/README.md'], { cwd: ROOT }),
];
const DEPLOY = 'docs/deploy.md';
const KILOBYTE = 1024;

const found = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

/** As GitHub makes them. */
const anchorsOf = (text: string) =>
  found(text, /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

describe.each(DOCUMENTS)('%s', (file) => {
  const text = read(file);
  // An example in a block of code has comments that look like headings.
  const prose = text.replace(/^```[\s\S]*?^```/gm, '');

  it('links to files and headings that there are', () => {
    const broken = found(prose, /\]\((?!http)([^)]+)\)/g).filter((link) => {
      const [to = '', heading] = link.split('#');
      const target = to ? path.join(path.dirname(file), to) : file;
      if (!existsSync(path.join(ROOT, target))) return true;
      return heading !== undefined && !anchorsOf(read(target)).includes(heading);
    });
    expect(broken).toEqual([]);
  });

  it('names files that there are', () => {
    const named = found(prose, /`((?:src|supabase|scripts|tests|docs)\/[\w./-]+)`/g);
    expect(named.filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([]);
  });
});

it('the README is read in minutes, its picture loaded at once', () => {
  expect(Buffer.byteLength(read('README.md'))).toBeLessThanOrEqual(9 * KILOBYTE);
  const [picture = ''] = found(read('README.md'), /!\[[^\]]+\]\(([^)]+)\)/g);
  expect(statSync(path.join(ROOT, picture)).size).toBeLessThanOrEqual(60 * KILOBYTE);
});

it('the guide to deploying sets what there is to be set', () => {
  const known = new Set(namesRead());
  const set = found(read(DEPLOY), /^(?:export )?([A-Z][A-Z_]+)=/gm);
  expect(set.length).toBeGreaterThan(5);
  expect(set.filter((name) => !known.has(name))).toEqual([]);
});

it('its services start commands that there are', () => {
  const services = globSync('docs/deploy/*.service', { cwd: ROOT }).map(read).join('\n');
  const started = found(services, /scripts\/run\.cjs ([a-z-]+)/g);
  expect(started.toSorted()).toEqual(['backup', 'backup', 'start']);
  expect(started.filter((name) => !existsSync(path.join(ROOT, `scripts/${name}.ts`)))).toEqual([]);
});
