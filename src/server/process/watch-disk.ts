import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { writeProblem } from '#node/causes.ts';

const EVERY_MS = 5000;
/** Folders whose files people or the product make while it runs, those of the buckets among them. */
const WRITTEN = ['storage', 'storage/objects', 'media', 'mail', 'releases'];
/** Has a folder for each bucket. */
const BUCKETS = 'storage/objects';
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
  const buckets = await namesIn(path.join(dir, BUCKETS));
  for (const folder of [...WRITTEN, ...buckets.map((name) => path.join(BUCKETS, name))]) {
    const problem = await writeProblem(path.join(dir, folder), SMALL);
    // Made when it is first needed.
    if (problem && problem !== 'ENOENT') return problem;
  }
  return null;
}

/** Without what file managers leave behind. */
async function namesIn(dir: string): Promise<string[]> {
  return (await readdir(dir).catch((): string[] => [])).filter((name) => !name.startsWith('.'));
}
