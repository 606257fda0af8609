/** `npm test`: checks, then unit and database tests, then stories in a browser against one fresh server. */
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findChromium } from './lib/chromium.ts';
import { freePort } from './lib/free-port.ts';
import { startProduct } from './lib/product.ts';
import { ROOT } from './lib/project.ts';
import { type Outcome, storyOutcome, unitOutcome, whole } from './lib/test-outcome.ts';
import { checks, runTool, type Tool } from './lib/tools.ts';

const RESULTS = path.join(ROOT, 'test-results');
const VITEST = path.join(ROOT, 'test-results/unit.json');
const E2E = path.join(ROOT, 'test-results/e2e.json');
const only = process.argv.slice(2);

await mkdir(RESULTS, { recursive: true });
const outcomes: Outcome[] = [];
if (wanted('check')) for (const tool of checks()) outcomes.push(await check(tool));
if (wanted('unit')) outcomes.push(await unitTests());
if (wanted('e2e')) outcomes.push(await stories());

// The names come last, where the end of a long log still shows them.
for (const line of outcomes.flatMap((outcome) => outcome.notes)) console.log(line);
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

function wanted(part: string): boolean {
  return only.length === 0 || only.includes(part);
}

async function check(tool: Tool): Promise<Outcome> {
  return (await runTool(tool))
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

async function stories(): Promise<Outcome> {
  const title = 'Stories in the browser';
  const dataDir = await mkdtemp(path.join(tmpdir(), 'muro-e2e-'));
  try {
    const chromium = await findChromium();
    console.log(`\n— ${title}`);
    const product = await startProduct({ dataDir, port: await freePort() });
    try {
      await rm(E2E, { force: true });
      const ok = await runTool({
        title: `Stories against ${product.origin}`,
        script: path.join(ROOT, 'node_modules/@playwright/test/cli.js'),
        args: ['test', '--config', 'tests/playwright.config.ts'],
        env: { BASE_URL: product.origin, CHROMIUM: chromium, DATA_DIR: dataDir },
      });
      return whole(title, ok, storyOutcome(await readJson(E2E)));
    } finally {
      await product.stop();
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { passed: 0, failed: 1, notes: [`FAILED ${title}: ${reason}`] };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function readJson<T>(file: string): Promise<T | null> {
  return readFile(file, 'utf8').then(JSON.parse, () => null);
}
