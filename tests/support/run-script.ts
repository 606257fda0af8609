import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Outcome {
  code: number;
  /** What it printed, results before what else it said. */
  out: string;
}

/** Runs a command of `scripts/` on a data directory, with nothing else of this process's settings. */
export function runScript(script: string, dataDir: string, ...args: string[]): Promise<Outcome> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [path.join(ROOT, 'scripts', script), ...args],
      { cwd: ROOT, env },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, out: `${stdout}${stderr}`.trim() }),
    );
  });
}
