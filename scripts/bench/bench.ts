import { mkdir, mkdtemp, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '#node/free-port.ts';
import { ROOT } from '#node/root.ts';
import { type RunningProduct, startProduct } from '#tests/support/product.ts';
import { measureApi } from './api.ts';
import { measureConversations } from './conversations.ts';
import { measureDesk } from './desk.ts';
import { measureMatching } from './matching.ts';
import { MEMORY_GOALS, measureMemory } from './memory.ts';
import { buildFigures, measureBuild } from './publishing.ts';
import { measureSaves, savesFigures } from './saves.ts';
import { measureSearching } from './searching.ts';
import { anyArtistPage, measureServing, whileServed } from './serving.ts';
import { type Figure, line } from './stats.ts';
import { measureUploads } from './uploads.ts';
import { measureWallPreview } from './wall-preview.ts';

/** A synthetic artist brings a page and half a mural; the rest of the pages are few. */
const BUILT_PAGES = Number(process.env.BENCH_PAGES ?? 25_000);
const SAVING: (number | 'demo')[] = ['demo', Number(process.env.BENCH_SAVES ?? 10_000)];
/** The lists that are searched, and the synthetic artists that make so many; of those, half have a mural. */
const SEARCHED = [
  { artists: 1000, list: 'artists', count: 1000 },
  { artists: 10_000, list: 'artists', count: 10_000 },
  { artists: 20_600, list: 'murals', count: 10_000 },
] as const;

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

async function withProduct<T>(
  artists: number | 'demo',
  work: (product: RunningProduct) => Promise<T>,
): Promise<T> {
  const dataDir = await mkdtemp(path.join(workDir, 'data-'));
  const seed = artists === 'demo' ? artists : `scale:${artists}`;
  console.log(`\n— ${artists.toLocaleString('en-US')} ${artists === 'demo' ? 'data' : 'artists'}`);
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
  if (wanted('publishing')) {
    for (const artists of SAVING) {
      const at =
        artists === 'demo' ? 'at demo size' : `at ${artists.toLocaleString('en-US')} artists`;
      show(
        await withProduct(artists, async (product) =>
          savesFigures(at, await measureSaves(product)),
        ),
      );
    }
    const build = async (product: RunningProduct) => {
      await product.stop();
      return buildFigures(await measureBuild(product));
    };
    show(await withProduct(Math.round(BUILT_PAGES / 1.5), build));
  }
  if (wanted('serving')) {
    await withProduct(200, async (product) => {
      const site = await liveSite(product);
      show(await measureServing(site, await anyArtistPage(site)));
    });
  }
  if (wanted('api')) await measureApi(workDir, show);
  if (wanted('desk')) show(await measureDesk(workDir));
  if (wanted('matching')) show(await measureMatching(workDir));
  if (wanted('searching')) {
    for (const searched of SEARCHED) {
      await withProduct(searched.artists, async (product) => {
        const site = await liveSite(product);
        // Files alone answer a search; what a product still does after its first start would only be in the way.
        await product.stop();
        await symlink(path.join(product.dataDir, 'media'), path.join(site, 'media'));
        show(await whileServed(site, (origin) => measureSearching(origin, searched), 'ours'));
      });
    }
  }
  if (wanted('uploads'))
    show(await withProduct('demo', ({ origin, dataDir }) => measureUploads(origin, dataDir)));
  if (wanted('conversations'))
    show(await withProduct('demo', ({ origin, dataDir }) => measureConversations(origin, dataDir)));
  if (wanted('wall-preview'))
    show(await withProduct('demo', ({ origin }) => measureWallPreview(origin)));
  if (wanted('memory')) {
    for (const { artists, size, atRestMB } of MEMORY_GOALS)
      show(
        await withProduct(artists, (product) =>
          measureMemory(product, { size, atRestMB, print: (text) => console.log(text) }),
        ),
      );
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
