import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { collectWhenGrown } from '#node/garbage.ts';
import type { Site } from '#site/scope.ts';
import { type PageRenderer, RenderError } from './renderer.ts';

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
    try {
      const { file, body } = await renderer.render(route, site);
      // For thousands of small files, promises cost several times what the writing does.
      if (body) writeFileSync(path.join(outDir, file), body);
      else failures.push(`${route}: the page says that it does not exist`);
    } catch (error) {
      if (!(error instanceof RenderError)) throw error;
      failures.push(error.message);
    }
  }
  return failures;
}
