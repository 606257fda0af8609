/** The walk in every browser that is named, against a product that runs: started by `run.ts`. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '#node/root.ts';
import { findBrowsers } from '../support/browsers.ts';
import type { Outcome } from '../support/test-outcome.ts';
import type { Browser } from './driver.ts';
import { openFirefox } from './firefox.ts';
import { type Network, openNetwork } from './network.ts';
import { Page } from './page.ts';
import { STEPS } from './walk.ts';
import { openWebKit } from './webkit.ts';

const RESULTS = path.join(ROOT, 'test-results/browsers');

const only = process.argv.slice(2);
const { firefox, webkit } = findBrowsers();
const BROWSERS: Record<string, () => Promise<Browser>> = {
  firefox: () => openFirefox(firefox),
  webkit: () => openWebKit(webkit),
};
const network = await openNetwork(Number(process.env.WALK_PORT), Number(process.env.PRODUCT_PORT));
let passed = 0;
const notes: string[] = [];
for (const [name, open] of Object.entries(BROWSERS))
  if (only.length === 0 || only.includes(name)) await walkIn(name, open);
await network.close();
await writeFile(
  process.env.WALK_RESULTS ?? '',
  JSON.stringify({ passed, failed: notes.length, skipped: 0, notes } satisfies Outcome),
);
process.exit(notes.length > 0 ? 1 : 0);

/** A browser for each step, so that no step stands on what another left. */
async function walkIn(name: string, open: () => Promise<Browser>): Promise<void> {
  for (const { title, walk } of STEPS) {
    const started = performance.now();
    let page: Page | undefined;
    try {
      page = new Page(await open(), network.origin);
      await walk(page, network as Network);
      await page.settled();
      const faults = await page.faults();
      if (faults.length > 0) throw new Error(faults.join('\n    '));
      passed += 1;
      console.log(`  ✓ ${name}: ${title} (${Math.round(performance.now() - started)} ms)`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : error;
      notes.push(`FAILED ${name}: ${title}: ${reason}`);
      console.log(`  ✗ ${name}: ${title}\n    ${reason}`);
      await keepPicture(page, `${name} ${title}`);
    } finally {
      network.find();
      await page?.browser.close().catch(() => {});
    }
  }
}

async function keepPicture(page: Page | undefined, title: string): Promise<void> {
  const picture = await page?.browser.screenshot().catch(() => null);
  if (!picture) return;
  await mkdir(RESULTS, { recursive: true });
  await writeFile(path.join(RESULTS, `${title.replaceAll(/\W+/g, '-')}.png`), picture);
}
