/** `npm test`: checks, then unit and database tests, then stories in a browser against one fresh server. */
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findChromium } from './lib/chromium.ts';
import { freePort } from './lib/free-port.ts';
import { startProduct } from './lib/product.ts';
import { ROOT } from './lib/project.ts';
import { checks, runTool, type Tool } from './lib/tools.ts';

const RESULTS = path.join(ROOT, 'test-results');
const VITEST = path.join(ROOT, 'test-results/unit.json');
const E2E = path.join(ROOT, 'test-results/e2e.json');
const only = process.argv.slice(2);

interface Count {
  passed: number;
  failed: number;
}

await mkdir(RESULTS, { recursive: true });
const total: Count = { passed: 0, failed: 0 };
const add = (count: Count) => {
  total.passed += count.passed;
  total.failed += count.failed;
};

if (wanted('check')) {
  for (const tool of checks())
    add((await runTool(tool)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
}
if (wanted('unit')) add(await unitTests());
if (wanted('e2e')) add(await stories());
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;

function wanted(part: string): boolean {
  return only.length === 0 || only.includes(part);
}

async function unitTests(): Promise<Count> {
  await rm(VITEST, { force: true });
  const tool: Tool = {
    title: 'Unit, database, publishing and server tests',
    script: path.join(ROOT, 'node_modules/vitest/vitest.mjs'),
    args: [
      'run',
      '--config',
      'tests/vitest.config.ts',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${VITEST}`,
    ],
  };
  const ok = await runTool(tool);
  const result = await readJson<{ numPassedTests: number; numFailedTests: number }>(VITEST);
  const failed = result?.numFailedTests ?? 0;
  // A file that does not even load fails the run without a failed test.
  return { passed: result?.numPassedTests ?? 0, failed: ok ? failed : Math.max(1, failed) };
}

async function stories(): Promise<Count> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'muro-e2e-'));
  try {
    const chromium = await findChromium();
    console.log('\n— Stories in the browser');
    const product = await startProduct({ dataDir, port: await freePort() });
    try {
      await rm(E2E, { force: true });
      const ok = await runTool({
        title: `Stories against ${product.origin}`,
        script: path.join(ROOT, 'node_modules/@playwright/test/cli.js'),
        args: ['test', '--config', 'tests/playwright.config.ts'],
        env: { BASE_URL: product.origin, CHROMIUM: chromium, DATA_DIR: dataDir },
      });
      const stats = (await readJson<{ stats: Record<string, number> }>(E2E))?.stats;
      const failed = stats?.unexpected ?? 0;
      const passed = (stats?.expected ?? 0) + (stats?.flaky ?? 0);
      return { passed, failed: ok ? failed : Math.max(1, failed) };
    } finally {
      await product.stop();
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1 };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function readJson<T>(file: string): Promise<T | null> {
  return readFile(file, 'utf8').then(JSON.parse, () => null);
}
