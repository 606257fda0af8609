import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { writeProblem } from '#node/causes.ts';

const EVERY_MS = 5000;
/** Folders whose files people or the product make while it runs, those of the buckets among them. */
const WRITTEN = ['storage', 'media', 'mail', 'releases'];
const SMALL = 4096;

/**
 * Tries every few seconds whether the data directory and what lies in it can be written, since nothing else tells before
 * a visitor does: a folder may be another disk, or another user's.
 */
export function watchDisk(dir: string, everyMs = EVERY_MS) {
  let problem: string | null = null;
  let asking = false;
  const ask = async () => {
    asking = true;
    problem = (await writeProblem(dir)) ?? (await problemWithin(dir));
    asking = false;
  };
  const timer = setInterval(() => {
    if (asking) problem = 'ETIMEDOUT';
    else void ask();
  }, everyMs);
  timer.unref();
  return {
    /** The operating system's code for it, such as ENOSPC; null while all is well. */
    problem: (): string | null => problem,
    stop: () => clearInterval(timer),
  };
}

async function problemWithin(dir: string): Promise<string | null> {
  const storage = path.join(dir, 'storage');
  const buckets = (await foldersOf(storage)).map((name) => path.join(storage, name));
  for (const folder of [...WRITTEN.map((name) => path.join(dir, name)), ...buckets]) {
    const problem = await writeProblem(folder, SMALL);
    // Made when it is first needed.
    if (problem && problem !== 'ENOENT') return problem;
  }
  return null;
}

async function foldersOf(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}
