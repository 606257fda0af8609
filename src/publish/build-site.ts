import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Site } from '#site/scope.ts';
import type { SearchRecord } from '#site/search-records.ts';
import { type Help, renderWithHelp } from './render-helpers.ts';
import { renderPage } from './render-page.ts';
import { outputFile, type Renderer } from './renderer.ts';
import { writeSearchIndex } from './search-index.ts';

export interface BuildInput {
  site: Site;
  records: Iterable<SearchRecord>;
  renderer: Renderer;
  clientDir: string;
  /** Must not exist yet. */
  outDir: string;
  progress: (line: string) => void;
  /** What other threads need to do their share; without it, this one does all. */
  help?: Help;
}

export interface BuildResult {
  pages: string[];
  ms: { render: number; search: number };
}

/** Pages at a time: while one is written, the next is rendered. */
const WIDTH = 8;
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
  await writeSearchIndex(input.records, path.join(input.outDir, 'pagefind'));
  const done = performance.now();
  return { pages, ms: { render: rendered - started, search: done - rendered } };
}

async function renderAll(input: BuildInput): Promise<string[]> {
  const { site, renderer, outDir, progress, help } = input;
  const routes = await renderer.routes(site);
  const absent = REQUIRED.filter((route) => !routes.includes(route));
  if (absent.length > 0) throw new Error(`The site has no page ${absent.join(', ')}.`);

  const folders = new Set(
    routes.map((route) => path.dirname(path.join(outDir, outputFile(route)))),
  );
  for (const folder of folders) await mkdir(folder, { recursive: true });

  const failures: string[] = [];
  const report = everyFewSeconds(progress, routes.length);
  let taken = 0;
  let done = 0;
  const next = (count: number) => {
    const part = routes.slice(taken, taken + count);
    taken += part.length;
    return part;
  };
  const write = oneByOne((file: string, body: Uint8Array) =>
    writeFile(path.join(outDir, file), body),
  );
  const lane = async () => {
    for (let [route] = next(1); route !== undefined; [route] = next(1)) {
      const page = await renderPage(renderer, site, route);
      if (page instanceof Error) failures.push(page.message);
      else await write(page.file, page.body);
      report(++done);
    }
  };
  const helped =
    help &&
    renderWithHelp(help, routes.length, next, async (part) => {
      failures.push(...part.failures);
      await Promise.all(part.pages.map(({ file, body }) => write(file, body)));
      done += part.pages.length;
    });
  await Promise.all([helped, ...Array.from({ length: WIDTH }, lane)]);
  if (failures.length > 0) {
    const named = failures.toSorted().slice(0, REPORTED_FAILURES);
    throw new Error(
      `${failures.length} of ${routes.length} pages cannot be rendered:\n  ${named.join('\n  ')}`,
    );
  }
  return routes;
}

/**
 * One call after the other, while others wait: the file system would have several writers wait for the same folder,
 * and spend the time of all cores on it.
 */
function oneByOne<A extends unknown[]>(work: (...args: A) => Promise<void>) {
  let last: Promise<void> = Promise.resolve();
  return (...args: A): Promise<void> => {
    const done = last.then(() => work(...args));
    last = done.catch(() => {});
    return done;
  };
}

function everyFewSeconds(progress: (line: string) => void, total: number) {
  let last = performance.now();
  return (done: number) => {
    if (performance.now() - last < 2000) return;
    last = performance.now();
    progress(`Rendering pages… ${done} of ${total}`);
  };
}
