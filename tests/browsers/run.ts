import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '#node/free-port.ts';
import { ROOT } from '#node/root.ts';
import { runTool } from '../../scripts/lib/tools.ts';
import { findBrowsers } from '../support/browsers.ts';
import { startProduct } from '../support/product.ts';
import { type Outcome, whole } from '../support/test-outcome.ts';

const TITLE = 'The walk in Firefox and WebKit';
const RESULTS = path.join(ROOT, 'test-results/browsers.json');

/** The walk against a product of its own; where the browsers are missing it is left out, and its only note says so. */
export async function walkInBrowsers(
  only: string[] = [],
  find: () => unknown = findBrowsers,
): Promise<Outcome> {
  try {
    find();
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    return { passed: 0, failed: 0, skipped: 1, notes: [`LEFT OUT ${TITLE}: ${reason}`] };
  }
  const dataDir = await mkdtemp(path.join(tmpdir(), 'muro-walk-'));
  try {
    await mkdir(path.dirname(RESULTS), { recursive: true });
    await rm(RESULTS, { force: true });
    const ok = await walk(dataDir, only);
    return whole(TITLE, ok, await outcome());
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function walk(dataDir: string, only: string[]): Promise<boolean> {
  const [port, walkPort] = [await freePort(), await freePort()];
  // The browsers' address is the site's: it lies between them and the product, where the network can be lost.
  const env = { SITE_URL: `http://127.0.0.1:${walkPort}`, SEED: 'demo' };
  const product = await startProduct({ dataDir, port, env });
  try {
    return await runTool({
      title: TITLE,
      script: path.join(ROOT, 'tests/browsers/main.ts'),
      args: only,
      env: {
        BASE_URL: product.origin,
        DATA_DIR: dataDir,
        PRODUCT_PORT: String(port),
        WALK_PORT: String(walkPort),
        WALK_RESULTS: RESULTS,
      },
    });
  } finally {
    await product.stop();
  }
}

const outcome = (): Promise<Outcome> =>
  readFile(RESULTS, 'utf8').then(JSON.parse, () => ({
    passed: 0,
    failed: 0,
    skipped: 0,
    notes: [],
  }));
