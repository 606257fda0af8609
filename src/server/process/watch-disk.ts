import { writeProblem } from '#node/causes.ts';

const EVERY_MS = 5000;

/** Tries every few seconds whether the data directory can be written, since nothing else tells before a visitor does. */
export function watchDisk(dir: string, everyMs = EVERY_MS) {
  let problem: string | null = null;
  let asking = false;
  const ask = async () => {
    asking = true;
    problem = await writeProblem(dir);
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
