import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '#node/root.ts';

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** What is read and is nobody's setting. */
const INTERNAL: Record<string, string> = {
  NODE_ENV: 'What React is told by the commands themselves.',
  NODE_COMPILE_CACHE: 'Of Node, set by the launcher.',
  NODE_DISABLE_COMPILE_CACHE: 'Of Node.',
  DEV_BACKEND_URL: 'Between the two halves of npm run dev.',
  RENDERER_DIR: 'Between a build of the bundle and Astro.',
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
  const asked = [...text.matchAll(/\benv\.([A-Z][A-Z_]+)|\b(?:setting|env\.get)\('([A-Z_]+)'\)/g)];
  return [...new Set([...destructured, ...asked.map(([, a, b]) => a ?? b ?? '')])].sort();
}

it('.env.example names every setting that is read, and no other', () => {
  const named = [...read('.env.example').matchAll(/^#([A-Z][A-Z_]+)=/gm)].map(([, name]) => name);
  const settings = namesRead().filter((name) => !(name in INTERNAL));
  expect(settings.length).toBeGreaterThan(15);
  expect(named.toSorted()).toEqual(settings);
});

it('.env.example sets nothing by itself', () => {
  expect(read('.env.example').match(/^[^#\n]/gm)).toBeNull();
});

const GUIDE = 'docs/deploy.md';

it('the guide to deploying names settings and files that there are', () => {
  const text = read(GUIDE);
  const known = new Set(namesRead());
  const set = [...text.matchAll(/^(?:export )?([A-Z][A-Z_]+)=/gm)].map(([, name = '']) => name);
  expect(set.length).toBeGreaterThan(5);
  expect(set.filter((name) => !known.has(name))).toEqual([]);
  const links = [...text.matchAll(/\]\((?!http)([^)#]+)/g)].map(([, to = '']) => to);
  const broken = links.filter((to) => !existsSync(path.join(ROOT, path.dirname(GUIDE), to)));
  expect(broken).toEqual([]);
});
