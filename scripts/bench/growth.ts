import { createHash } from 'node:crypto';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readEnvironment } from '#config/process/environment.ts';
import { buildClient } from '#data/process/build-client.ts';
import { type Built, runBuild } from '#publish/process/build-child.ts';
import { type Source, sourceOf } from '#publish/process/source.ts';
import { openBackend } from '#server/process/backend.ts';
import { applyChanges } from '#site/affected-routes.ts';
import { cardFiles } from '#site/card-files.ts';
import { textRecords } from '#site/directory/bio-records.ts';
import { Directory } from '#site/directory/directory.ts';
import type { DirectoryChange } from '#site/directory/directory-change.ts';
import { checksumOf } from '#site/directory/directory-checksum.ts';
import { readDirectoryRows } from '#site/directory/directory-rows.ts';
import { unprocessedMedia } from '#site/media.ts';
import type { RunningProduct } from '#tests/support/product.ts';
import { type Figure, median, withinGoal } from './stats.ts';

const RUNS = 3;

/** What grows with a directory: a build of everything, as a rebuild does it, and what the publisher does with all rows. */
export async function measureGrowth({ dataDir, origin }: RunningProduct): Promise<Figure[]> {
  const env = readEnvironment({ DATA_DIR: dataDir, SITE_URL: origin });
  const backend = await openBackend(env, () => {});
  const outDir = path.join(dataDir, 'bench-build');
  try {
    const source = sourceOf(env, backend);
    const built = await runBuild({ source, outDir, background: false }, () => {});
    return [...buildFigures(built), ...(await publisherFigures(source))];
  } finally {
    await backend.stop();
  }
}

function buildFigures({ pages, ms, peakMb }: Built): Figure[] {
  const at = `at ${pages.toLocaleString('en-US')} pages`;
  const aPage = (name: string, total: number) =>
    withinGoal(1.2, 'ms a page', `full build, ${name} ${at}`, total / pages, ms);
  return [
    aPage('all pages', ms.read + ms.render),
    aPage('all pages and the search index', ms.read + ms.render + ms.search),
    withinGoal(400, 'MB', `memory of the build ${at}`, peakMb),
  ];
}

/** Without rendering. */
async function publisherFigures({ backendUrl, publishableKey }: Source): Promise<Figure[]> {
  const empty = heapMb();
  const directory = new Directory(await readDirectoryRows(buildClient(backendUrl, publishableKey)));
  const memory = heapMb() - empty;
  const [first] = directory.allArtists();
  if (!first) throw new Error('There are no artists.');
  const at = `at ${directory.allArtists().length.toLocaleString('en-US')} artists`;
  const figure = (name: string, value: number, unit: string, goal: number) =>
    withinGoal(goal, unit, `${name}, ${at}`, value);
  let changes = 0;
  let pages = 0;
  const change = (next: (n: number) => object) =>
    timeOf(() => {
      const old = directory.artist(first.slug);
      const id = ++changes;
      const row = { id, table: 'artists', rowId: first.id, old, new: { ...first, ...next(id) } };
      const { own, byChange } = applyChanges(directory, [row as DirectoryChange]);
      pages = [...byChange.values()].reduce((all, some) => all.union(some), own).size;
    });
  const biography = change((n) => ({ bio: `Walls ${n}.` }));
  const name = change((n) => ({ name: `Ana ${n}` }));
  const records = timeOf(() => digestOf(textRecords('artists', directory)));
  const site = { directory, media: unprocessedMedia };
  let bytes = 0;
  const cards = timeOf(() => {
    const work = cardFiles('artists', site);
    let step = work.next();
    while (!step.done) step = work.next();
    bytes = [...step.value.values()].reduce((sum, text) => sum + text.length, 0);
  });
  const sums = timeOf(() => {
    directory.version++;
    checksumOf(directory);
  });
  return [
    figure('memory of all rows and their indexes', memory, 'MB', 1000),
    figure('a change of a biography', biography, 'ms', 50),
    figure('a change of a name', name, 'ms', 50),
    figure('pages of it in one language', pages, 'pages', 100),
    figure('the files of the cards', cards, 'ms', 500),
    figure('the size of these files', bytes / 1e6, 'MB', 10),
    figure('the records of the text search', records, 'ms', 500),
    figure('the sum over all rows after a change', sums, 'ms', 50),
  ];
}

function digestOf(records: Iterable<object>): string {
  const hash = createHash('sha256');
  for (const record of records) hash.update(JSON.stringify(record));
  return hash.digest('hex');
}

/** Milliseconds of this thread: others on the machine do not count. */
function timeOf(work: () => unknown): number {
  const times = Array.from({ length: RUNS }, () => {
    const began = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(began);
    return (user + system) / 1000;
  });
  return median(times);
}

function heapMb(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed / 1e6;
}
