/**
 * What growth costs: a synthetic directory in memory, without a file of a picture, at each of several sizes, with the
 * real pages. Says what the publisher needs for it, how long changes and full builds take, how large the files of the
 * search are, and where something breaks. Each size is a process of its own.
 */
import { fork } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '#node/root.ts';
import type { Told } from './growth-size.ts';

const asked = process.argv.slice(2).map(Number);
const sizes = asked.length > 0 ? asked : [1000, 10_000, 100_000, 1_000_000];
const HEAP_MB = Number(process.env.BENCH_GROWTH_HEAP ?? 14_000);
const table = new Map<string, Map<number, string>>();

for (const size of sizes) {
  console.log(`\n— ${size.toLocaleString('en-US')} artists`);
  await measure(size);
}
const results = Object.fromEntries([...table].map(([name, by]) => [name, Object.fromEntries(by)]));
await mkdir(path.join(ROOT, 'test-results'), { recursive: true });
const file = path.join(ROOT, 'test-results/bench-growth.json');
await writeFile(file, JSON.stringify({ node: process.version, results }, null, 2));
process.exit();

function note(size: number, name: string, value: string): void {
  const by = table.get(name) ?? new Map<number, string>();
  table.set(name, by.set(size, value));
  console.log(`  ${name}: ${value}`);
}

function measure(size: number): Promise<void> {
  const child = fork(new URL('growth-size.ts', import.meta.url), [String(size)], {
    execArgv: ['--expose-gc', `--max-old-space-size=${HEAP_MB}`],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  let step = 'start';
  let timer: NodeJS.Timeout | undefined;
  child.on('message', (told: Told) => {
    if ('found' in told) return note(size, told.found, told.value);
    step = told.step;
    clearTimeout(timer);
    timer = setTimeout(() => {
      note(size, step, `breaks: not done after ${told.minutes} minutes`);
      child.kill('SIGKILL');
    }, told.minutes * 60_000);
  });
  return new Promise((resolve) => {
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      if (code !== 0) note(size, `${step}, the process`, `breaks: ended by ${signal ?? code}`);
      resolve();
    });
  });
}
