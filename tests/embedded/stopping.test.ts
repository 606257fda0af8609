/** @module-tag long */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { freePort } from '#node/free-port.ts';
import { ROOT } from '#node/root.ts';
import { STOP_SIGNALS } from '#node/stop-signals.ts';
import { folderOfFile } from '#tests/support/folder.ts';
import { processesOf, running } from '../support/processes.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });

/** From the signal until nothing is left; in proportion where the machine has too much to do for that. */
const stoppedMs = (startedMs: number) => Math.max(5000, startedMs / 2);
const dataDir = folderOfFile('muro-stopping-');

/** Without demo data, and all on one directory: only the first start makes a database and pages. */
async function start(command: string, args: string[]) {
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(await freePort()), SEED: 'none' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  await expect.poll(() => output, { timeout: 240_000, interval: 100 }).toMatch(/^Ready: /m);
  return child;
}

const npm = () => start('npm', ['start']);
const launcher = () => start(process.execPath, ['scripts/run.cjs', 'start']);
const first = ({ pid }: ChildProcess) => pid ?? 0;
const server = (child: ChildProcess) => {
  const fronts = processesOf(first(child)).filter(({ command }) => /^\S*node\b/.test(command));
  return fronts.find(({ part }) => part === 'front')?.pid ?? 0;
};

const PROCESSES = [
  ['npm start', npm, first],
  ['node on its own', launcher, first],
  ['the server below npm', npm, server],
] as const;
/** Every signal to what an operator starts, and one to each of the others. */
const CASES = PROCESSES.flatMap((each) =>
  STOP_SIGNALS.filter((signal) => signal === 'SIGTERM' || each[0] === 'npm start').map(
    (signal) => [signal, ...each] as const,
  ),
);

describe.skipIf(process.platform === 'win32')('within five seconds nothing is left', () => {
  it.each(CASES)('of %s to %s', async (signal, _, begin, target) => {
    const from = performance.now();
    const child = await begin();
    const timeout = stoppedMs(performance.now() - from);
    const all = processesOf(first(child));
    expect(new Set(all.map(({ part }) => part))).toContain('database server');
    expect(all.length).toBeGreaterThan(8);
    const before = await databaseLog();
    process.kill(target(child), signal);
    const left = () => running(all).map(({ command }) => command);
    await expect.poll(left, { timeout, interval: 50 }).toEqual([]);
    const said = (await databaseLog()).slice(before.length);
    expect(said).toContain('database system is shut down');
    expect(await databaseLog()).not.toContain('not properly shut down');
  });
});

/** All that the database server has written, the oldest first. */
async function databaseLog(): Promise<string> {
  const folder = path.join(dataDir, 'log');
  const files = readdirSync(folder).toSorted();
  return (await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')))).join(
    '',
  );
}
