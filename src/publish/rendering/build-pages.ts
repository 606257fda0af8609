import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { collectWhenGrown } from '#node/garbage.ts';
import type { Site } from '#site/scope.ts';
import { renderPage } from './render-page.ts';
import type { PageRenderer } from './renderer.ts';

/** What rendering leaves behind until it is collected, in each thread; less takes longer. */
const GARBAGE_BYTES = 32 * 2 ** 20;
const collectGarbage = collectWhenGrown(GARBAGE_BYTES);

/** Renders pages into the directory, whose folders are there; gives the reasons why some could not be rendered. */
export async function buildPages(
  renderer: PageRenderer,
  site: Site,
  outDir: string,
  routes: readonly string[],
): Promise<string[]> {
  collectGarbage();
  const failures: string[] = [];
  for (const route of routes) {
    const page = await renderPage(renderer, site, route);
    if (page instanceof Error) failures.push(page.message);
    // For thousands of small files, promises cost several times what the writing does.
    else writeFileSync(path.join(outDir, page.file), page.body);
  }
  return failures;
}
