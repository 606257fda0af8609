import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isAlive } from '#node/is-alive.ts';

const MEMORY = '/dev/shm';
/** What a run of all tests writes at most at a time, and what its processes need beside it. */
const ROOM = 2 * 2 ** 30;
const MEMORY_NEEDED = 6 * 2 ** 30;
const NAME = 'muro-run-';

/**
 * A folder for all that a run of tests writes, in memory where there is plenty of it: most of what tests do with
 * databases is wait for a disk. Also removes what runs that were killed have left there.
 */
export async function scratchFolder(memory = MEMORY): Promise<string> {
  const parent = (await hasRoom(memory)) ? memory : tmpdir();
  const dir = await mkdtemp(path.join(parent, `${NAME}${process.pid}-`));
  // As any folder for temporary files: servers of databases do not run as root.
  await chmod(dir, 0o1777);
  for (const name of await readdir(parent)) {
    const pid = new RegExp(`^${NAME}(\\d+)-`).exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) await removeScratch(path.join(parent, name));
  }
  return dir;
}

/** Removes a run's folder with the disks that its tests have mounted there; what cannot go stays, and is named. */
export async function removeScratch(dir: string): Promise<void> {
  try {
    for (const disk of await mountedIn(dir))
      execFileSync('umount', ['-l', disk], { stdio: 'pipe' });
    await rm(dir, { recursive: true, force: true });
  } catch (error) {
    console.error(`${dir} stays: ${error instanceof Error ? error.message : error}`);
  }
}

/** The mount points below `dir`, the innermost first. */
async function mountedIn(dir: string): Promise<string[]> {
  const mounts = await readFile('/proc/self/mounts', 'utf8').catch(() => '');
  const points = mounts.split('\n').map((line) => line.split(' ')[1] ?? '');
  return points.filter((point) => point.startsWith(`${dir}/`)).reverse();
}

async function hasRoom(folder: string): Promise<boolean> {
  if (process.availableMemory() < MEMORY_NEEDED) return false;
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize >= ROOM,
    () => false,
  );
}
