import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Site } from '#site/scope.ts';
import type { SearchRecord } from '#site/search-records.ts';
import { inParallel } from './files.ts';
import { outputFile, RenderError, type Renderer } from './renderer.ts';
import { writeSearchIndex } from './search-index.ts';

export interface BuildInput {
  site: Site;
  records: Iterable<SearchRecord>;
  renderer: Renderer;
  clientDir: string;
  /** Must not exist yet. */
  outDir: string;
  progress: (line: string) => void;
}

export interface BuildResult {
  pages: string[];
  ms: { render: number; search: number };
}

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

async function renderAll({ site, renderer, outDir, progress }: BuildInput): Promise<string[]> {
  const routes = await renderer.routes(site);
  const absent = REQUIRED.filter((route) => !routes.includes(route));
  if (absent.length > 0) throw new Error(`The site has no page ${absent.join(', ')}.`);

  const folders = new Set(
    routes.map((route) => path.dirname(path.join(outDir, outputFile(route)))),
  );
  for (const folder of folders) await mkdir(folder, { recursive: true });

  const failures: RenderError[] = [];
  const report = everyFewSeconds(progress, routes.length);
  let done = 0;
  await inParallel(routes, WIDTH, async (route) => {
    try {
      const { file, body } = await renderer.render(route, site);
      if (!body) throw new RenderError(route, new Error('the page says that it does not exist'));
      await writeFile(path.join(outDir, file), body);
    } catch (error) {
      if (!(error instanceof RenderError)) throw error;
      failures.push(error);
    }
    report(++done);
  });
  if (failures.length > 0) {
    const named = failures.slice(0, REPORTED_FAILURES).map((failure) => failure.message);
    throw new Error(
      `${failures.length} of ${routes.length} pages cannot be rendered:\n  ${named.join('\n  ')}`,
    );
  }
  return routes;
}

function everyFewSeconds(progress: (line: string) => void, total: number) {
  let last = performance.now();
  return (done: number) => {
    if (performance.now() - last < 2000) return;
    last = performance.now();
    progress(`Rendering pages… ${done} of ${total}`);
  };
}
