import { readFileSync } from 'node:fs';
import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '#node/is-alive.ts';
import { StartupError } from '../base/errors.ts';

/**
 * In this order, each with the time it gets, in milliseconds: an orderly end, one without, and no choice. All take a
 * moment, but on a machine with too much to do.
 */
const ENDINGS: [NodeJS.Signals, number][] = [
  ['SIGINT', 8000],
  ['SIGQUIT', 4000],
  ['SIGKILL', 60_000],
];

/**
 * Ends a server that outlived the process which had started it, so that the directory is free. The caller holds the
 * lock of the data directory: no product that runs can own that server.
 * @throws StartupError when it cannot be ended.
 */
export async function endOrphan(clusterDir: string): Promise<void> {
  const pid = await postmasterPid(clusterDir);
  if (pid === null) return;
  const ours = await processesOf(clusterDir);
  if (ours === null || ours.includes(pid)) await endProcess(pid);
  // The next server would believe that a process which was given the same id is the old one.
  else await rm(path.join(clusterDir, 'postmaster.pid'), { force: true });
  // Sessions of a server that was killed notice it only when their query is done.
  await Promise.all(((await processesOf(clusterDir)) ?? []).map(endProcess));
}

/** Asks, then insists, until the process is gone. */
export async function endProcess(pid: number): Promise<void> {
  for (const [signal, patience] of ENDINGS) {
    if (!send(pid, signal)) return;
    for (const end = performance.now() + patience; performance.now() < end; await sleep(20))
      if (!isAlive(pid) || isZombie(pid)) return;
  }
  throw new StartupError(
    `The database server that an earlier start left behind (process ${pid}) does not end. Stop it, then start again.`,
  );
}

/** The process id in `postmaster.pid`; null without one. */
export async function postmasterPid(clusterDir: string): Promise<number | null> {
  const pid = Number.parseInt(await postmasterFile(clusterDir), 10);
  return pid > 1 ? pid : null;
}

/** What the server wrote about itself; empty without one. */
export function postmasterFile(clusterDir: string): Promise<string> {
  return readFile(path.join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '');
}

/** Ids of the processes that work in the cluster, which is every server's own folder; null where nobody tells. */
async function processesOf(clusterDir: string): Promise<number[] | null> {
  if (process.platform !== 'linux') return null;
  const folder = await realpath(clusterDir);
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const inside = await Promise.all(
    ids.map((id) =>
      readlink(`/proc/${id}/cwd`).then(
        (cwd) => cwd === folder,
        () => false,
      ),
    ),
  );
  return ids
    .filter((_, i) => inside[i])
    .map(Number)
    .filter((id) => id !== process.pid);
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}

/** Ended, but its parent has not asked how: it holds nothing any more. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
