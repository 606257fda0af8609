import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '#node/free-port.ts';
import { ROOT } from '#node/root.ts';
import { checks, runTool, type Tool } from '../scripts/lib/tools.ts';
import { findChromium } from './support/chromium.ts';
import { type RunningProduct, startProduct } from './support/product.ts';
import { scratchFolder } from './support/scratch.ts';
import { type Outcome, storyOutcome, unitOutcome, whole } from './support/test-outcome.ts';

const RESULTS = path.join(ROOT, 'test-results');
const VITEST = path.join(ROOT, 'test-results/unit.json');
const E2E = path.join(ROOT, 'test-results/e2e.json');
const only = process.argv.slice(2);

await mkdir(RESULTS, { recursive: true });
const scratch = await scratchFolder();
process.env.TMPDIR = scratch;
// Hundreds of processes start, of the same scripts.
process.env.NODE_COMPILE_CACHE = path.join(scratch, 'compiled');

const outcomes: Outcome[] = [];
try {
  const checked = wanted('check') ? runChecks() : Promise.resolve([]);
  const site = wanted('e2e') ? checked.then(openSite) : null;
  if (wanted('unit')) outcomes.push(await unitTests());
  outcomes.unshift(...(await checked));
  if (site) outcomes.push(await stories(site));
} finally {
  await rm(scratch, { recursive: true, force: true });
}

// The names come last, where the end of a long log still shows them.
for (const line of outcomes.flatMap((outcome) => outcome.notes)) console.log(line);
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

function wanted(part: string): boolean {
  return only.length === 0 || only.includes(part);
}

async function runChecks(): Promise<Outcome[]> {
  const results: Outcome[] = [];
  for (const tool of checks()) results.push(await check(tool));
  return results;
}

async function check(tool: Tool): Promise<Outcome> {
  return (await runTool(tool, { beside: wanted('unit') }))
    ? { passed: 1, failed: 0, notes: [] }
    : { passed: 0, failed: 1, notes: [`FAILED ${tool.title}`] };
}

async function unitTests(): Promise<Outcome> {
  await rm(VITEST, { force: true });
  const title = 'Unit, database, publishing and server tests';
  const ok = await runTool({
    title,
    script: path.join(ROOT, 'node_modules/vitest/vitest.mjs'),
    args: [
      'run',
      '--config',
      'tests/vitest.config.ts',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${VITEST}`,
    ],
  });
  return whole(title, ok, unitOutcome(await readJson(VITEST)));
}

interface Site {
  chromium: string;
  product: RunningProduct;
}

/** What the stories need, or why they cannot have it. */
async function openSite(): Promise<Site | Error> {
  try {
    const chromium = await findChromium();
    const dataDir = path.join(scratch, 'stories');
    return { chromium, product: await startProduct({ dataDir, port: await freePort() }) };
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function stories(opening: Promise<Site | Error>): Promise<Outcome> {
  const title = 'Stories in the browser';
  const site = await opening;
  if (site instanceof Error)
    return { passed: 0, failed: 1, notes: [`FAILED ${title}: ${site.message}`] };
  const { chromium, product } = site;
  try {
    await rm(E2E, { force: true });
    const ok = await runTool({
      title: `${title} against ${product.origin}`,
      script: path.join(ROOT, 'node_modules/@playwright/test/cli.js'),
      args: ['test', '--config', 'tests/playwright.config.ts'],
      env: { BASE_URL: product.origin, CHROMIUM: chromium, DATA_DIR: product.dataDir },
    });
    return whole(title, ok, storyOutcome(await readJson(E2E)));
  } finally {
    await product.stop();
  }
}

async function readJson<T>(file: string): Promise<T | null> {
  return readFile(file, 'utf8').then(JSON.parse, () => null);
}
