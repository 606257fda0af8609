import path from 'node:path';
import { readEnvironment } from '#config/process/environment.ts';
import { type Built, runBuild } from '#publish/process/build-child.ts';
import { sourceOf } from '#publish/process/source.ts';
import { openBackend } from '#server/process/backend.ts';
import type { RunningProduct } from '#tests/support/product.ts';
import { type Figure, withinGoal } from './stats.ts';

/** How long a build of everything takes, as a rebuild does it: the database runs, and nothing else. */
export async function measureBuild({ dataDir, origin }: RunningProduct): Promise<Built> {
  const env = readEnvironment({ DATA_DIR: dataDir, SITE_URL: origin });
  const backend = await openBackend(env, () => {});
  const outDir = path.join(dataDir, 'bench-build');
  try {
    const source = sourceOf(env, backend);
    return await runBuild({ source, outDir, background: false }, () => {});
  } finally {
    await backend.stop();
  }
}

export function buildFigures({ pages, ms, peakMb }: Built): Figure[] {
  const at = `at ${pages.toLocaleString('en-US')} pages`;
  const aPage = (name: string, total: number) =>
    withinGoal(1.2, 'ms a page', `full build, ${name} ${at}`, total / pages, ms);
  return [
    aPage('all pages', ms.read + ms.render),
    aPage('all pages and the search index', ms.read + ms.render + ms.search),
    withinGoal(400, 'MB', `memory of the build ${at}`, peakMb),
  ];
}
