/** `npm run test:browsers [-- firefox | webkit]`: one walk through the product in Firefox and WebKit. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '#node/free-port.ts';
import { ROOT } from '#node/root.ts';
import { findBrowsers } from '#tests/support/browsers.ts';
import { startProduct } from '#tests/support/product.ts';
import { run } from './lib/cli.ts';
import { runTool } from './lib/tools.ts';

await run(async () => {
  findBrowsers();
  const dataDir = process.env.DATA_DIR ?? (await mkdtemp(path.join(tmpdir(), 'muro-walk-')));
  const [port, walkPort] = [await freePort(), await freePort()];
  const origin = `http://127.0.0.1:${walkPort}`;
  try {
    // The browsers' address is the site's: it lies between them and the product, where the network can be lost.
    const product = await startProduct({ dataDir, port, env: { SITE_URL: origin, SEED: 'demo' } });
    try {
      const whole = await runTool({
        title: 'The walk in Firefox and WebKit',
        script: path.join(ROOT, 'tests/browsers/main.ts'),
        args: process.argv.slice(2),
        env: {
          BASE_URL: product.origin,
          DATA_DIR: dataDir,
          PRODUCT_PORT: String(port),
          WALK_PORT: String(walkPort),
        },
      });
      if (!whole) process.exitCode = 1;
    } finally {
      await product.stop();
    }
  } finally {
    if (!process.env.DATA_DIR) await rm(dataDir, { recursive: true, force: true });
  }
});
