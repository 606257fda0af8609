import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { folderOfTest } from '#tests/support/folder.ts';
import { bundleId, openBundle } from './bundle.ts';

let root: string;
let lines: string[];

/** In the place of Astro: it notes each time that it runs, and leaves its environment as the bundle. */
const ASTRO = `import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
appendFileSync('runs', process.env.SITE_LANGUAGE ?? 'en');
for (const dir of [process.env.OUT_DIR, process.env.RENDERER_DIR]) mkdirSync(dir, { recursive: true });
writeFileSync(process.env.RENDERER_DIR + '/entry.mjs', JSON.stringify(process.env));
for (const name of ['shared', process.env.SITE_LANGUAGE ?? 'en']) writeFileSync(process.env.OUT_DIR + '/' + name, name);
`;

beforeEach(async () => {
  root = await folderOfTest('muro-bundle-');
  lines = [];
  const files = ['astro.config.mjs', 'package.json', 'package-lock.json', 'tsconfig.json'];
  for (const file of [...files, 'src/a.ts', 'public/a.svg']) await put(file, file);
  await put('node_modules/astro/bin/astro.mjs', ASTRO);
});
afterEach(async () => {
  vi.unstubAllEnvs();
});

async function put(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true });
  await writeFile(path.join(root, file), text);
}

const open = () => openBundle(root, (line) => lines.push(line));
/** The languages that were bundled, in whatever order. */
const runs = async () =>
  ((await readFile(path.join(root, 'runs'), 'utf8')).match(/../g) ?? []).toSorted().join(' ');
const kept = async () => (await readdir(path.join(root, '.render'))).filter((f) => f !== 'lock');

describe('the bundle of a source', () => {
  it('is made once, and found by every later start', async () => {
    const first = await open();
    expect(lines).toEqual(['Bundling the pages…']);
    expect(await open()).toEqual(first);
    expect(await runs()).toBe('en es');
    expect(lines).toHaveLength(1);
  });

  it('has a renderer of each language, and the client files of all', async () => {
    const { rendererDir, clientDir } = await open();
    const language = async (dir: string) =>
      JSON.parse(await readFile(path.join(rendererDir, dir, 'entry.mjs'), 'utf8')).SITE_LANGUAGE;
    expect([await language('.'), await language('es')]).toEqual([undefined, 'es']);
    expect((await readdir(clientDir)).sort()).toEqual(['en', 'es', 'shared']);
    expect((await readdir(path.dirname(clientDir))).sort()).toEqual([
      'bundle.json',
      'client',
      'renderer',
    ]);
  });

  it('is made once by starts that race', async () => {
    const [first, ...others] = await Promise.all([open(), open(), open()]);
    for (const other of others) expect(other).toEqual(first);
    expect(await runs()).toBe('en es');
  });

  it.each([
    'src/a.ts',
    'src/publish/rendering/adapter.ts',
    'astro.config.mjs',
    'package-lock.json',
  ])('is another one after a change of %s', async (file) => {
    const before = await bundleId(root);
    await put(file, 'changed');
    expect(await bundleId(root)).not.toBe(before);
  });

  it.each(['src/a.test.ts', 'src/server/server.ts', 'scripts/start.ts'])(
    'stays the same after a change of %s',
    async (file) => {
      const before = await bundleId(root);
      await put(file, 'changed');
      expect(await bundleId(root)).toBe(before);
    },
  );

  it('sees no setting and no secret of the process that makes it', async () => {
    const settings = {
      SITE_URL: 'https://muro.example',
      PORT: '4400',
      DATA_DIR: '/data',
      PUBLIC_SUPABASE_URL: 'https://x.supabase.co',
      PUBLIC_SUPABASE_KEY: 'sb_publishable_1',
      SUPABASE_SECRET_KEY: 'sb_secret_1',
      REBUILD_WEBHOOK_SECRET: 'whsec_1',
      DATABASE_URL: 'postgres://u:p@h/d',
      PUBLISHER_SOURCE: '{"secretKey":"sb_secret_1"}',
    };
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
    const before = await bundleId(root);
    const { rendererDir } = await open();
    const seen = JSON.parse(await readFile(path.join(rendererDir, 'entry.mjs'), 'utf8'));
    expect(seen.PATH).toBe(process.env.PATH);
    expect(Object.keys(settings).filter((name) => name in seen)).toEqual([]);
    vi.unstubAllEnvs();
    expect(await bundleId(root)).toBe(before);
  });

  it('is not there when making it failed', async () => {
    await put(
      'node_modules/astro/bin/astro.mjs',
      `${ASTRO}console.log('a sentence');process.exit(1)`,
    );
    await expect(open()).rejects.toThrow(/cannot be bundled:\na sentence/);
    expect(await kept()).toEqual([]);
    await put('node_modules/astro/bin/astro.mjs', ASTRO);
    await open();
    expect(await kept()).toHaveLength(1);
  });
});

describe('a bundling that is cut short', () => {
  const fails = (code: string) => put('node_modules/astro/bin/astro.mjs', code);

  it('by the system says that memory ran out', async () => {
    await fails(`console.log('Building…'); process.kill(process.pid, 'SIGKILL');`);
    await expect(open()).rejects.toThrow(
      'The pages cannot be bundled:\nBuilding…\nBundling ended with signal SIGKILL: the system most likely ran out of memory and killed it',
    );
  });

  it('by its own bound says so too, long before it takes a machine of 1 GB', {
    tags: 'long',
    timeout: 60_000,
  }, async () => {
    await fails('const kept = []; for (;;) kept.push(new Array(1e5).fill({}));');
    await expect(open()).rejects.toThrow(
      /Bundling ended with (signal SIGABRT|exit code \d+): it ran out of memory/,
    );
  });

  it('names the exit code where nothing else is known', async () => {
    await fails('process.exit(3)');
    await expect(open()).rejects.toThrow(/Bundling ended with exit code 3\.$/);
  });
});

describe('bundles that are kept', () => {
  const DAY = 24 * 3600;
  const older = (n: number) => n.toString(16).padStart(16, '0');
  /** Bundles of earlier sources, the first last used `days` ago and each further one a minute before. */
  const leave = async (count: number, days: number) => {
    for (let n = 0; n < count; n++) {
      await put(`.render/${older(n)}/renderer/entry.mjs`, '');
      const used = Date.now() / 1000 - days * DAY - n * 60;
      await utimes(path.join(root, '.render', older(n)), used, used);
    }
  };

  it.each([
    ['in the last days', 30, 1, 23],
    ['long ago', 30, 4, 7],
    ['long ago, but few', 5, 4, 5],
  ])('are the last ones used: %s', async (_, count, days, expected) => {
    await leave(count, days);
    const { id } = await open();
    const names = [id, ...Array.from({ length: expected }, (__, n) => older(n))];
    expect((await kept()).sort()).toEqual(names.sort());
  });

  it('leave nothing of one whose making was killed', async () => {
    await put(`.render/${older(1)}.4711.tmp/client/a.js`, '');
    const { id } = await open();
    expect(await kept()).toEqual([id]);
  });
});
