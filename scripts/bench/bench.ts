import { mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '#node/free-port.ts';
import { ROOT } from '#node/root.ts';
import { type RunningProduct, startProduct } from '#tests/support/product.ts';
import { measureApi } from './api.ts';
import { measureGrowth } from './growth.ts';
import { MEMORY_GOALS, measureMemory } from './memory.ts';
import { measureSaves, savesFigures } from './saves.ts';
import { measureServing } from './serving.ts';
import { measureStart } from './start.ts';
import { type Figure, line } from './stats.ts';

const SAVING: (number | 'demo')[] = ['demo', Number(process.env.BENCH_SAVES ?? 10_000)];
/** Synthetic artists; each brings a page and half a mural. */
const GROWING = (process.env.BENCH_GROWTH ?? '1000,10000').split(',').map(Number);

process.env.NODE_ENV = 'production';
const parts = process.argv.slice(2);
const wanted = (part: string) => parts.length === 0 || parts.includes(part);
const figures: Figure[] = [];
/** Removed at the end, not before: after many files are deleted, some file systems make new ones slowly for minutes. */
const workDir = await mkdtemp(path.join(tmpdir(), 'muro-bench-'));

function show(found: readonly Figure[]): void {
  figures.push(...found);
  for (const figure of found) console.log(line(figure));
}

const sizeOf = (artists: number | 'demo') =>
  artists === 'demo' ? 'demo size' : `${artists.toLocaleString('en-US')} artists`;

async function withProduct<T>(
  artists: number | 'demo',
  work: (product: RunningProduct) => Promise<T>,
): Promise<T> {
  const dataDir = await mkdtemp(path.join(workDir, 'data-'));
  const seed = artists === 'demo' ? artists : `scale:${artists}`;
  console.log(`\n— ${sizeOf(artists)}`);
  const product = await startProduct({
    dataDir,
    port: await freePort(),
    env: { SEED: seed },
    timeoutMs: 900_000,
  });
  try {
    return await work(product);
  } finally {
    await product.stop();
  }
}

async function liveSite(product: RunningProduct): Promise<string> {
  const releases = path.join(product.dataDir, 'releases');
  return path.join(releases, await readlink(path.join(releases, 'current')), 'site');
}

try {
  if (wanted('serving')) {
    await withProduct(200, async (product) => show(await measureServing(await liveSite(product))));
  }
  if (wanted('api')) await measureApi(workDir, show);
  if (wanted('saves')) {
    for (const artists of SAVING) {
      const saves = await withProduct(artists, measureSaves);
      show(savesFigures(`at ${sizeOf(artists)}`, saves));
    }
  }
  if (wanted('memory')) {
    for (const { artists, atRestMB } of MEMORY_GOALS) {
      const goal = { size: sizeOf(artists), atRestMB };
      show(await withProduct(artists, (product) => measureMemory(product, goal)));
    }
  }
  if (wanted('start')) show(await measureStart(workDir));
  if (wanted('growth')) {
    for (const artists of GROWING) {
      await withProduct(artists, async (product) => {
        await product.stop();
        show(await measureGrowth(product));
      });
    }
  }
} finally {
  await rm(workDir, { recursive: true, force: true });
}

const { version } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
const machine = { node: process.version, cpus: cpus().length, model: cpus()[0]?.model };
await mkdir(path.join(ROOT, 'test-results'), { recursive: true });
await writeFile(
  path.join(ROOT, 'test-results/bench.json'),
  JSON.stringify({ version, at: new Date(), machine, figures }, null, 2),
);
process.exit();
