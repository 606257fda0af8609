import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import type { Language } from '#config/language.ts';
import { LANGUAGES } from '#config/language-paths.ts';
import { endedBy } from '#node/ended-by.ts';
import { exists, listFiles } from '#node/files.ts';
import { withLock } from '#node/lock.ts';
import { smallProcess } from '#node/small-process.ts';

export interface Bundle {
  id: string;
  /** The renderer of English pages, and those of other languages in folders of their own. */
  rendererDir: string;
  /** Scripts, styles, fonts and `public/`, to be copied into a release. */
  clientDir: string;
}

/** Releases of any data directory refer to bundles: beyond so many, those go that nothing has used for long. */
const KEPT_BUNDLES = 8;
const KEPT_MS = 3 * 24 * 3600_000;
/** Also of those in use, for each change of the source makes one. */
const MAX_BUNDLES = 24;
const SOURCES = ['src', 'public'];
const SINGLE_FILES = ['astro.config.mjs', 'package.json', 'package-lock.json', 'tsconfig.json'];
const NOT_BUNDLED =
  /\.test\.tsx?$|^src\/(http|node|server|publish)\/(?!rendering\/(adapter|entry|script-files|shared-files)\.ts)/;

/**
 * The bundle of the present source, for every port, key and data directory: the kept one when nothing changed, else a
 * new one (10 to 20 s for each language).
 */
export async function openBundle(root: string, log: (line: string) => void): Promise<Bundle> {
  const id = await bundleId(root);
  const bundle = bundleAt(root, id);
  if (await isBundled(bundle)) {
    await touchBundle(root, id);
    return bundle;
  }
  log('Bundling the pages…');
  const dir = path.join(root, '.render');
  await mkdir(dir, { recursive: true });
  // Another process may be at the same bundle: then this one waits for it, and does the work if that one dies.
  await withLock(path.join(dir, 'lock'), async () => {
    if (await isBundled(bundle)) return;
    await makeBundle(root, bundle);
    await prune(dir, id);
  });
  return bundle;
}

export async function isBundled({ rendererDir }: Bundle): Promise<boolean> {
  const halves = LANGUAGES.map((language) =>
    exists(path.join(rendererIn(language, rendererDir), 'entry.mjs')),
  );
  return (await Promise.all(halves)).every(Boolean);
}

export const rendererIn = (language: Language, rendererDir: string): string =>
  language === 'en' ? rendererDir : path.join(rendererDir, language);

/** Says that a bundle is in use, which keeps it. */
export async function touchBundle(root: string, id: string): Promise<void> {
  const now = new Date();
  await utimes(path.join(root, '.render', id), now, now).catch(() => {});
}

export function bundleAt(root: string, id: string): Bundle {
  const dir = path.join(root, '.render', id);
  return { id, rendererDir: path.join(dir, 'renderer'), clientDir: path.join(dir, 'client') };
}

/** Names the bundle of the present source, whether it has been made or not. */
export async function bundleId(root: string): Promise<string> {
  const hash = createHash('sha256').update(process.version);
  const found = await Promise.all(
    SOURCES.map(async (dir) => {
      const files = await listFiles(path.join(root, dir));
      return files.map((file) => `${dir}/${file}`);
    }),
  );
  for (const file of [...found.flat().sort(), ...SINGLE_FILES]) {
    if (NOT_BUNDLED.test(file)) continue;
    hash.update(file).update(await readFile(path.join(root, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Built beside its place and moved there, so that a bundle that exists is whole. */
async function makeBundle(root: string, bundle: Bundle): Promise<void> {
  const target = path.dirname(bundle.clientDir);
  const draft = `${target}.${process.pid}.tmp`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  try {
    const make = (language: Language) => bundleLanguage(root, language, draft);
    if (process.availableMemory() > ROOMY) await allOf(LANGUAGES.map(make));
    else for (const language of LANGUAGES) await make(language);
    for (const language of LANGUAGES) await gather(language, draft);
    await writeFile(path.join(draft, 'bundle.json'), JSON.stringify({ made: new Date() }));
    await rm(target, { recursive: true, force: true });
    await rename(draft, target);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

const outDirOf = (language: Language, draft: string) => path.join(draft, `client-${language}`);

const bundleLanguage = (root: string, language: Language, draft: string): Promise<void> =>
  runAstro(root, {
    language,
    outDir: outDirOf(language, draft),
    rendererDir: rendererIn(language, path.join(draft, 'renderer')),
  });

/** Client files are named after what is in them: those that languages have in common are there once. */
async function gather(language: Language, draft: string): Promise<void> {
  const outDir = outDirOf(language, draft);
  await cp(outDir, path.join(draft, 'client'), { recursive: true });
  await rm(outDir, { recursive: true, force: true });
}

/** All have ended when this has, also where one of them failed. */
async function allOf(works: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(works);
  await Promise.all(works);
}

/** Languages are bundled side by side where the machine, or its container, has so many bytes left, else in turn. */
const ROOMY = 3 * 2 ** 30;
/** Megabytes of JavaScript. Without a bound Node takes 300 more of them before it collects any. */
const HEAP_MB = 400;
/** Each thread of the bundler has buffers of its own: on a machine with many processors they would take gigabytes. */
const THREADS = { RAYON_NUM_THREADS: '2' };

/** Within 600 MB, so that a machine with 1 GB makes its own bundle. */
function runAstro(
  root: string,
  { language, outDir, rendererDir }: { language: Language; outDir: string; rendererDir: string },
): Promise<void> {
  const astro = path.join(root, 'node_modules/astro/bin/astro.mjs');
  const small = smallProcess(machineOnly(process.env));
  const heap = `--max-old-space-size=${HEAP_MB}`;
  const child = spawn(process.execPath, [...small.execArgv, heap, astro, 'build'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...small.env,
      ...THREADS,
      NODE_ENV: 'production',
      ASTRO_TELEMETRY_DISABLED: '1',
      NO_COLOR: '1',
      OUT_DIR: outDir,
      RENDERER_DIR: rendererDir,
      ...(language !== 'en' && { SITE_LANGUAGE: language }),
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-20_000);
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(bundlingFailure(endedBy(code, signal, output), output)));
    });
  });
}

/** What ended it comes last: a process that was killed has said nothing about it. */
function bundlingFailure(reason: string, output: string): string {
  const last = output.trim().split('\n').slice(-40);
  return ['The pages cannot be bundled:', ...last, `Bundling ended with ${reason}.`]
    .filter(Boolean)
    .join('\n');
}

/** What programs need to run here. No setting and no key of the product reaches a bundle, which serves any of them. */
function machineOnly(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => MACHINE.test(name)));
}
const MACHINE =
  /^(path|pathext|home|tmpdir|temp|tmp|lang|lc_\w+|ld_library_path|node_options|systemroot|comspec|userprofile|appdata|localappdata)$/i;

/** With the lock held: then also what a bundling that was killed has left behind is nobody's. */
async function prune(dir: string, keep: string): Promise<void> {
  const names = await readdir(dir);
  for (const name of names.filter((name) => name.endsWith('.tmp'))) await remove(dir, name);
  const others = names.filter((name) => /^[0-9a-f]{16}$/.test(name) && name !== keep);
  const used = await Promise.all(
    others.map(async (name) => ({ name, at: (await stat(path.join(dir, name))).mtimeMs })),
  );
  const rest = used.sort((a, b) => b.at - a.at).slice(KEPT_BUNDLES - 1);
  const old = rest.filter(
    ({ at }, i) => i >= MAX_BUNDLES - KEPT_BUNDLES || Date.now() - at > KEPT_MS,
  );
  for (const { name } of old) await remove(dir, name);
}

const remove = (dir: string, name: string) =>
  rm(path.join(dir, name), { recursive: true, force: true });
