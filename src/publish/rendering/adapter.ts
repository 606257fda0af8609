import { cp, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

const ENTRY = fileURLToPath(new URL('./entry.ts', import.meta.url));

/**
 * Makes `astro build` a bundler and nothing more: the client files go to `outDir`, the renderer goes
 * to `rendererDir`, and no page is rendered. Pages are rendered by `renderer.ts` from that bundle, in a
 * full build as well as after a single change, so that both give the same bytes.
 */
export function keepRenderer({ rendererDir }: { rendererDir: string }): AstroIntegration {
  let outDir = '';
  return {
    name: 'keep-renderer',
    hooks: {
      'astro:config:setup': ({ updateConfig, command }) => {
        if (command !== 'build') return;
        updateConfig({ vite: { plugins: [ownEntry(), rememberDigests(), prefixIds()] } });
      },
      'astro:config:done': ({ setAdapter, config }) => {
        outDir = fileURLToPath(config.outDir);
        setAdapter({
          name: 'keep-renderer',
          entrypointResolution: 'auto',
          adapterFeatures: { buildOutput: 'static' },
          supportedAstroFeatures: { staticOutput: 'stable', sharpImageService: 'stable' },
        });
      },
      'astro:build:start': ({ setPrerenderer }) => {
        setPrerenderer({
          name: 'keep-renderer',
          setup: () => keep(path.join(outDir, '.prerender'), rendererDir),
          getStaticPaths: async () => [],
          render: async () => new Response(null, { status: 404 }),
        });
      },
    },
  };
}

/** Has to be a plugin's `config` hook: Astro overwrites this environment's options later. */
function ownEntry() {
  return {
    name: 'keep-renderer-entry',
    config: () => ({
      environments: { prerender: { build: { rolldownOptions: { input: ENTRY } } } },
    }),
  };
}

/**
 * Astro hashes the same inline styles and scripts for the policy of every page, which is a third of what a page costs
 * to render.
 */
const rememberDigests = () =>
  replaced(
    '/astro/dist/core/encryption.js',
    'async function generateCspDigest(data, algorithm) {',
    `const cspDigests = new Map();
function generateCspDigest(data, algorithm) {
  const key = algorithm + data;
  if (!cspDigests.has(key)) {
    if (cspDigests.size === 1000) cspDigests.clear();
    cspDigests.set(key, newCspDigest(data, algorithm));
  }
  return cspDigests.get(key);
}
async function newCspDigest(data, algorithm) {`,
  );

/**
 * Islands are rendered as strings, in a third of the time that React's streams take. Astro forgets then to set the
 * ids of one island's fields apart from those of another, which its own script expects.
 */
const prefixIds = () =>
  replaced(
    '/@astrojs/react/dist/server.js',
    'ReactDOM.renderToString(vnode)',
    'ReactDOM.renderToString(vnode, renderOptions)',
  );

/** Says one thing in Astro's code differently. Unofficial, so a version that has it otherwise must not go unnoticed. */
function replaced(file: string, original: string, replacement: string) {
  return {
    name: `keep-renderer${file.replaceAll('/', '-')}`,
    transform(code: string, id: string) {
      if (!id.endsWith(file)) return;
      if (!code.includes(original)) throw new Error(`Astro has no '${original}' in ${file} now.`);
      return code.replace(original, replacement);
    },
  };
}

/** Copies the bundle before Astro removes it, under a name that does not carry a hash. */
async function keep(from: string, to: string): Promise<void> {
  const entry = (await readdir(from)).find((file) => file.startsWith('prerender-entry'));
  if (!entry) throw new Error(`Astro left no prerender entry in ${from}`);
  await rm(to, { recursive: true, force: true });
  await cp(from, to, { recursive: true });
  await writeFile(path.join(to, 'entry.mjs'), `export * from './${entry}';\n`);
}
