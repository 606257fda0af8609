import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '../base/errors.ts';
import type { Launched } from './launch.ts';
import { postmasterFile } from './orphan-server.ts';

const SLOW_MS = 60_000;

interface Places {
  clusterDir: string;
  logDir: string;
  /** What a server that was killed may have left in `postmaster.pid`. */
  before: string;
  log?: ((line: string) => void) | undefined;
}

/**
 * Waits until the server takes connections, as long as that takes; `postmaster.pid` says so in its last line.
 * @throws StartupError with what its log says.
 */
export async function ready(
  child: Launched,
  { clusterDir, logDir, before, log = () => {} }: Places,
): Promise<void> {
  let over = false;
  void child.ended.then(() => {
    over = true;
  });
  const slow = setTimeout(() => {
    log(`The database in ${clusterDir} is still starting. Its log says why: ${logDir}.`);
  }, SLOW_MS).unref();
  try {
    for (;;) {
      if (over) throw await startFailure(child.output(), clusterDir, logDir);
      const text = await postmasterFile(clusterDir);
      if (text !== before && text.split('\n')[7]?.trim() === 'ready') return;
      await sleep(15);
    }
  } finally {
    clearTimeout(slow);
  }
}

async function startFailure(
  output: string,
  clusterDir: string,
  logDir: string,
): Promise<StartupError> {
  const log = await readFile(path.join(logDir, `postgres-${weekday()}.log`), 'utf8').catch(
    () => '',
  );
  const text = `${log.slice(-4000)}\n${output}`;
  if (/No space left on device/.test(text))
    return new StartupError(
      `The disk of ${clusterDir} is full, so that the database cannot start. It is whole; free some space, then start again.`,
    );
  if (/before configured recovery target was reached/.test(text))
    return new StartupError(
      'The log ends before the moment that was asked for; "now" takes all that there is.',
    );
  if (/Permission denied|has wrong ownership/.test(text))
    return new StartupError(
      `The database in ${clusterDir} cannot be opened by its user: ${reasonIn(text)} Put the owner and rights of the folder back.`,
    );
  return new StartupError(
    `The database in ${clusterDir} cannot be opened: ${reasonIn(text)} Nothing was changed. If it is damaged, restore the data directory from a backup; ${logDir} has the details.`,
  );
}

function reasonIn(text: string): string {
  const reasons = [
    ...text.matchAll(/(?:FATAL|PANIC|error while loading shared libraries): +(.+)/g),
  ];
  const reason = reasons.at(-1)?.[1] ?? text.trim().split('\n').at(-1) ?? 'it said nothing.';
  return reason.endsWith('.') ? reason : `${reason}.`;
}

function weekday(): string {
  return new Date().toLocaleDateString('en-US', { weekday: 'short', timeZone: 'UTC' });
}
