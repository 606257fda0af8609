/**
 * One size of `growth.ts`, in a process of its own: what it finds goes to the one that started it, step by step. Times are
 * those of a processor, but for the index of texts.
 */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { LISTS } from '#features/directory/search/card-file.ts';
import { ROOT } from '#node/root.ts';
import { buildSite } from '#publish/build-site.ts';
import { openBundle } from '#publish/bundle.ts';
import { DeferredPages } from '#publish/deferred-pages.ts';
import { publishRoutes } from '#publish/live-release.ts';
import { openRenderer } from '#publish/renderer.ts';
import { writeSearchIndex } from '#publish/search-index.ts';
import { applyChanges } from '#site/affected-routes.ts';
import { cardFiles } from '#site/card-files.ts';
import { textRecords } from '#site/directory/bio-records.ts';
import { Directory } from '#site/directory/directory.ts';
import { DIRECTORY_SCHEMAS, type DirectoryRows } from '#site/directory/directory-change.ts';
import { checksumOf } from '#site/directory/directory-checksum.ts';
import { dailyChanges, renaming } from './growth-changes.ts';
import { counted, megabytes, seconds, sum } from './growth-format.ts';
import { pagesOf } from './growth-pages.ts';
import { Growth, picturesOfNothing } from './growth-rows.ts';
import { summary } from './stats.ts';

/** What is told to the process that started this one: what it begins with, and what it found. */
export type Told = { step: string; minutes: number } | { found: string; value: string };

const SETTINGS = { origin: 'http://127.0.0.1:4321', api: { url: '', key: 'none' }, operator: null };
/** Up to so many artists everything is built, and beyond a share of it. */
const BUILT = 1000;
const SAMPLE = { warm: 20, pages: 40, rows: 2000, records: 2000 };
const CHANGES_OF_A_KIND = 5;
const PUBLISHERS = [1, 2, 4, 8];

const size = Number(process.argv[2]);
const tell = (told: Told) => process.send?.(told);
const found = (name: string, value: string) => tell({ found: name, value });
const dir = await mkdtemp(path.join(tmpdir(), 'muro-growth-'));

/** What breaks is one of the results. */
async function step<T>(name: string, work: () => T | Promise<T>, minutes = 20): Promise<T | null> {
  tell({ step: name, minutes });
  try {
    return await work();
  } catch (error) {
    found(name, `breaks: ${String(error).slice(0, 120)}`);
    return null;
  }
}

/** Milliseconds that this thread had of a processor: what others do on the machine does not count. */
function clock(): () => number {
  const since = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(since);
    return (user + system) / 1000;
  };
}

async function timed<T>(work: () => T | Promise<T>): Promise<{ ms: number; made: T }> {
  const ms = clock();
  const made = await work();
  return { ms: ms(), made };
}

const bundle = await openBundle(ROOT, () => {});
const renderer = await openRenderer(bundle.rendererDir, SETTINGS);
const growth = new Growth(size);
let rows: DirectoryRows | null = await step('rows', () => growth.rows(size));
if (!rows) process.exit(1);
found(
  'rows',
  `${counted(rows.artists)} artists, ${counted(rows.murals)} murals, ${counted(rows.reviews)} reviews, ${rows.cities.length} cities`,
);
found('memory of the rows', memory());

const parse = (await step('reading', () => parseMs(rows as DirectoryRows))) ?? 0;
found('reading the rows (texts to checked rows)', seconds(parse));
const read = await step('rows to directory', () =>
  timed(() => new Directory(rows as DirectoryRows)),
);
if (!read) process.exit(1);
rows = null;
const directory = read.made;
found('rows to directory', seconds(read.ms));
found('memory of the directory', memory());

const site = { directory, media: picturesOfNothing };
const kinds = pagesOf(directory);
const numbers = Object.entries(kinds).map(([kind, { count }]) => `${counted(count)} ${kind}`);
const pages = Object.values(kinds).reduce((sum, { count }) => sum + count, 0);
found('pages', `${counted(pages)}: ${numbers.join(', ')}`);

const rendering = await step('pages of each kind', sampled);
const routes = await step('list of all pages', () => timed(() => renderer.routes(site)));
if (routes) found('list of all pages', seconds(routes.ms));
const cards = await step('cards', makeCards);
const index = await step('index of texts', makeIndex);
await step('full build', fullBuild);
await step('changes', changes);
await step('what follows a change', following);
const byArtists = directory
  .cities()
  .map(({ slug }) => slug)
  .toSorted((a, b) => directory.allArtists(b).length - directory.allArtists(a).length);
await step('renaming a middle city', () => rename('a middle', byArtists[byArtists.length >> 1]), 5);
await step('renaming the largest city', () => rename('the largest', byArtists[0]), 5);
await rm(dir, { recursive: true, force: true });
process.exit();

/** How long the texts of the database's answers take to become checked rows, by a share of them. */
function parseMs(all: DirectoryRows): number {
  let total = 0;
  for (const table of ['artists', 'murals', 'reviews'] as const) {
    const some = all[table].slice(0, SAMPLE.rows);
    const text = JSON.stringify(some);
    const ms = clock();
    for (const row of JSON.parse(text)) DIRECTORY_SCHEMAS[table].parse(row);
    total += (ms() / Math.max(1, some.length)) * all[table].length;
  }
  return total;
}

/** Milliseconds of a page of each kind. */
async function sampled(): Promise<Map<string, number>> {
  const ms = new Map<string, number>();
  for (const [kind, { count, any }] of Object.entries(kinds)) {
    if (count === 0) continue;
    for (let n = 0; n < SAMPLE.warm; n++) await renderer.render(any(), site);
    let bytes = 0;
    const { ms: all } = await timed(async () => {
      for (let n = 0; n < SAMPLE.pages; n++)
        bytes += (await renderer.render(any(), site)).body?.length ?? 0;
    });
    ms.set(kind, all / SAMPLE.pages);
    found(
      `a page: ${kind}`,
      `${(all / SAMPLE.pages).toFixed(1)} ms, ${Math.round(bytes / SAMPLE.pages / 1000)} kB`,
    );
  }
  return ms;
}

async function makeCards(): Promise<number> {
  let total = 0;
  for (const list of LISTS) {
    const { ms, made } = await timed(() => {
      const work = cardFiles(list, site);
      for (let next = work.next(); ; next = work.next()) if (next.done) return next.value;
    });
    total += ms;
    const texts = [...made]
      .filter(([file]) => !file.includes('-pictures-'))
      .map(([, text]) => text);
    const pictures = [...made].filter(([file]) => file.includes('-pictures-'));
    const packed = texts.map((text) => gzipSync(text).length);
    found(
      `cards of ${list}`,
      `${seconds(ms)}; ${texts.length} file(s), ${megabytes(sum(packed))} as sent, the first ${megabytes(packed.at(-1) ?? 0)}, the largest ${megabytes(Math.max(...packed))}; pictures: ${pictures.length} file(s), ${megabytes(sum(pictures.map(([, text]) => text.length)))}`,
    );
  }
  return total;
}

/** Up to 10,000 records are made as they are, of more than those one part. */
async function makeIndex(): Promise<number> {
  let total = 0;
  for (const list of LISTS) {
    const told = await timed(() => [...textRecords(list, directory)]);
    const whole = told.made.length <= 10 * SAMPLE.records;
    const some = whole ? told.made : told.made.slice(0, SAMPLE.records);
    const out = path.join(dir, 'index', list);
    // Pagefind works in a process of its own.
    const since = performance.now();
    await writeSearchIndex(some, out);
    const ms = performance.now() - since;
    const times = told.made.length / Math.max(1, some.length);
    const files = await filesIn(out);
    const parts = Math.ceil(told.made.length / SAMPLE.records);
    total += told.ms + ms * times;
    found(
      `index of the texts of ${list}`,
      `${seconds(told.ms)} to collect, ${seconds(ms * times)} to make; ${counted(Math.round(files.length * times))} files, ${megabytes(sum(files) * times)}, some ${parts} part(s)${whole ? '' : ' (by one part)'}`,
    );
    await rm(out, { recursive: true, force: true });
  }
  return total;
}

/** What one thread must do, and what others can take from it. */
async function fullBuild(): Promise<void> {
  const computed = Object.entries(kinds).reduce(
    (total, [kind, { count }]) => total + count * (rendering?.get(kind) ?? 0),
    0,
  );
  let apart = computed;
  if (size <= BUILT) {
    const { ms, made } = await timed(() =>
      buildSite({
        site,
        renderer,
        clientDir: bundle.clientDir,
        outDir: path.join(dir, 'site'),
        progress: () => {},
      }),
    );
    found(
      'full build, measured',
      `${seconds(ms)} of a processor, ${seconds(made.ms.render + made.ms.search)} by the clock`,
    );
    apart = ms - (cards ?? 0);
  }
  const alone = parse + (read?.ms ?? 0) + (routes?.ms ?? 0) + (cards ?? 0) + (index ?? 0);
  for (const n of PUBLISHERS) found(`full build by ${n}`, seconds(alone + apart / n));
  found('of it for one alone', seconds(alone));
}

async function changes(): Promise<void> {
  const all: number[] = [];
  for (const [kind, next] of Object.entries(dailyChanges(directory, growth))) {
    const times: number[] = [];
    const asked: number[] = [];
    let published = 0;
    for (let n = 0; n < CHANGES_OF_A_KIND; n++) {
      const change = next();
      const ms = clock();
      const { own, byChange } = applyChanges(directory, [change]);
      asked.push(ms());
      const affected = own.union(byChange.get(change) ?? new Set<string>());
      published += affected.size;
      await publishRoutes({ siteDir: path.join(dir, 'live') }, renderer, site, affected);
      times.push(ms());
    }
    all.push(...times);
    const ms = summary(times);
    found(
      `a change: ${kind}`,
      `${Math.round(ms.p50)} ms (most ${Math.round(Math.max(...times))}), of which finding its pages ${Math.round(summary(asked).p50)}; ${Math.round(published / CHANGES_OF_A_KIND)} pages`,
    );
  }
  const { p50, p95 } = summary(all);
  found('a change, any of these', `p50 ${Math.round(p50)} ms, p95 ${Math.round(p95)} ms`);
}

/** What the publisher does a moment after a change, and what it compares with the database now and then. */
async function following(): Promise<void> {
  const release = { siteDir: path.join(dir, 'none') };
  const live = { release, renderer } as unknown as Parameters<DeferredPages['publish']>[0];
  // Each page is looked at, and none is rendered.
  const lists = new DeferredPages({
    ...site,
    media: site.media as never,
    exclusive: async () => undefined as never,
    live: () => live,
    onChanged: () => {},
  });
  found(
    'then: later pages of lists, looked at',
    seconds((await timed(() => lists.publish(live))).ms),
  );
  found('then: cards', seconds(cards ?? 0));
  const sitemap = await timed(() => renderer.render('/sitemap.xml', site));
  found(
    'then: sitemap',
    `${seconds(sitemap.ms)}, ${megabytes(sitemap.made.body?.length ?? 0)}, leaves out ${counted(Math.max(0, pages - 50_000))} pages`,
  );
  found('now and then: sums of all rows', seconds((await timed(() => checksumOf(directory))).ms));
}

async function rename(which: string, slug = ''): Promise<void> {
  const there = directory.allArtists(slug).length;
  const { ms, made } = await timed(() => applyChanges(directory, [renaming(directory, slug)]));
  const [affected] = made.byChange.values();
  const count = affected?.size ?? 0;
  const page = ((rendering?.get('artist') ?? 0) + (rendering?.get('mural') ?? 0)) / 2;
  found(
    `renaming ${which} city`,
    `${counted(there)} artists: ${seconds(ms)} to find ${counted(count)} pages, some ${seconds(count * page)} to render`,
  );
}

async function filesIn(folder: string): Promise<number[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(path.join(parentPath, name))).size),
  );
}

function memory(): string {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  return `${counted(Math.round(heapUsed / 1e6))} MB heap, ${counted(Math.round(rss / 1e6))} MB resident`;
}
