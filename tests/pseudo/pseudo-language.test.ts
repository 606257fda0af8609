/** @module-tag long */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { freePort } from '#node/free-port.ts';
import { ROOT } from '#node/root.ts';
import { runTool } from '../../scripts/lib/tools.ts';
import { findChromium } from '../support/chromium.ts';
import { startProduct } from '../support/product.ts';
import { pseudoSource } from '../support/pseudo-language.ts';

/** A product whose Spanish is the pseudo-language: whatever a page says in ordinary letters has no Spanish words. */
it('shows no sentence outside of the admin’s desk that is not translated', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'muro-pseudo-'));
  const [root, dataDir] = [path.join(folder, 'source'), path.join(folder, 'data')];
  try {
    await pseudoSource(root);
    const env = { SEED: 'demo', LITE_AUTH_BCRYPT_COST: '4' };
    const port = await freePort();
    const product = await startProduct({ dataDir, root, port, env, timeoutMs: 600_000 });
    try {
      const walked = await runTool({
        title: 'The walk in the pseudo-language',
        script: path.join(ROOT, 'node_modules/@playwright/test/cli.js'),
        args: ['test', '-c', 'tests/pseudo/playwright.config.ts'],
        env: { BASE_URL: product.origin, DATA_DIR: dataDir, CHROMIUM: await findChromium() },
      });
      expect(walked).toBe(true);
    } finally {
      await product.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 1_800_000);
