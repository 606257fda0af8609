import { rm } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '#node/free-port.ts';
import { ROOT } from '#node/root.ts';
import { bundleAt, bundleId } from '#publish/rendering/bundle.ts';
import { startProduct } from '#tests/support/product.ts';
import { type Figure, withinGoal } from './stats.ts';

/** Milliseconds until the ready line, with demo data. */
const GOALS = { first: 30_000, newDirectory: 15_000, second: 5000 };

/**
 * How long `npm start` takes: in a checkout that has never run, whose pages are bundled first; on another new data
 * directory; and again on that one.
 */
export async function measureStart(workDir: string): Promise<Figure[]> {
  const bundle = bundleAt(ROOT, await bundleId(ROOT));
  await rm(path.dirname(bundle.clientDir), { recursive: true, force: true });
  const first = await startMs(path.join(workDir, 'first-start'));
  const again = path.join(workDir, 'second-start');
  return [
    withinGoal(GOALS.first, 'ms', 'first start', first),
    withinGoal(GOALS.newDirectory, 'ms', 'start on a new data directory', await startMs(again)),
    withinGoal(GOALS.second, 'ms', 'second start', await startMs(again)),
  ];
}

async function startMs(dataDir: string): Promise<number> {
  const port = await freePort();
  const started = performance.now();
  const product = await startProduct({ dataDir, port, env: { SEED: 'demo' } });
  const ms = performance.now() - started;
  await product.stop();
  return ms;
}
