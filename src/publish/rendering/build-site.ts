import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { TEXT_FOLDERS } from '#features/directory/search/bio-index.ts';
import { LISTS } from '#features/directory/search/card-file.ts';
import { textRecords } from '#site/directory/bio-records.ts';
import type { Site } from '#site/scope.ts';
import { writeCardFiles } from '../pictures/card-publisher.ts';
import { buildPages } from './build-pages.ts';
import {
  buildOnWorker,
  type WorkerOptions,
  type WorkerResult,
  workersFor,
} from './render-workers.ts';
import { outputFile, type PageRenderer } from './renderer.ts';
import { writeSearchIndex } from './search-index.ts';

interface BuildInput {
  site: Site;
  renderer: PageRenderer;
  clientDir: string;
  /** Must not exist yet. */
  outDir: string;
  progress: (line: string) => void;
  /** What other threads need to do their share; without it, this one does all. */
  workers?: WorkerOptions;
}

interface BuildResult {
  pages: string[];
  ms: { render: number; search: number };
}

/** Pages that a thread builds before it looks for more; between two parts, others have their turn. */
const PAGES_PER_PART = 50;
const REPORTED_FAILURES = 10;

/** Without these a release is no site. */
const REQUIRED = ['/', '/404', '/artists', '/quote'];

/** Renders the whole site into a new directory. Any page that throws makes the build fail, by name. */
export async function buildSite(input: BuildInput): Promise<BuildResult> {
  await mkdir(path.dirname(input.outDir), { recursive: true });
  await cp(input.clientDir, input.outDir, { recursive: true });
  const started = performance.now();
  const pages = await renderAll(input);
  const rendered = performance.now();
  input.progress('Building the search index…');
  await writeSearchFiles(input.site, input.outDir);
  const done = performance.now();
  return { pages, ms: { render: rendered - started, search: done - rendered } };
}

/** Writes all that lists are searched, sorted and drawn from. */
export async function writeSearchFiles(site: Site, dir: string): Promise<void> {
  for (const list of LISTS) {
    await writeCardFiles(list, site, dir);
    await writeSearchIndex(textRecords(list, site.directory), path.join(dir, TEXT_FOLDERS[list]));
  }
}

async function renderAll(input: BuildInput): Promise<string[]> {
  const { site, renderer, outDir, progress, workers } = input;
  const routes = await renderer.routes(site);
  const absent = REQUIRED.filter((route) => !routes.includes(route));
  if (absent.length > 0) throw new Error(`The site has no page ${absent.join(', ')}.`);

  const folders = new Set(
    routes.map((route) => path.dirname(path.join(outDir, outputFile(route)))),
  );
  for (const folder of folders) await mkdir(folder, { recursive: true });

  const failures: string[] = [];
  const report = everyFewSeconds(progress, 'Rendering pages');
  let done = 0;
  const open = [...routes];
  const next = () => open.splice(0, PAGES_PER_PART);
  const take = (part: WorkerResult) => {
    failures.push(...part.failures);
    done += part.pages;
    report(done, routes.length);
  };
  const own = async () => {
    for (let part = next(); part.length > 0; part = next()) {
      take({ pages: part.length, failures: await buildPages(renderer, site, outDir, part) });
      await turn();
    }
  };
  const onWorkers = workers
    ? Array.from({ length: workersFor(routes.length, workers) }, () =>
        buildOnWorker({ ...workers, outDir }, next, take),
      )
    : [];
  await Promise.all([own(), ...onWorkers]);
  if (failures.length > 0) {
    const named = failures.toSorted().slice(0, REPORTED_FAILURES);
    throw new Error(
      `${failures.length} of ${routes.length} pages cannot be rendered:\n  ${named.join('\n  ')}`,
    );
  }
  return routes;
}

/** Says how far something is, at most every two seconds. */
export function everyFewSeconds(progress: (line: string) => void, what: string) {
  let last = performance.now();
  return (done: number, total: number) => {
    if (performance.now() - last < 2000) return;
    last = performance.now();
    progress(`${what}… ${done} of ${total}`);
  };
}
