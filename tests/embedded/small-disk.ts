import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { appendFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A disk in memory that a test can fill. Only where this user may mount one; the note says why not. */
export function smallDisk(size: string) {
  const refusal = tryToMount();
  let dir = '';
  const filler = () => path.join(dir, 'filler');
  return {
    possible: refusal === null,
    note: refusal === null ? '' : `(skipped, because no disk can be mounted: ${refusal})`,
    async mount(): Promise<string> {
      dir = mount(size);
      return dir;
    },
    /** Leaves `megabytes` free; again, it takes what was given back meanwhile. */
    async fill(megabytes = 0): Promise<void> {
      const { bavail, bsize } = await statfs(dir);
      const body = Buffer.alloc(Math.max(0, bavail * bsize - megabytes * 2 ** 20));
      await appendFile(filler(), body).catch((error) => {
        // Somebody wrote meanwhile: the disk is full all the sooner.
        if (error.code !== 'ENOSPC') throw error;
      });
    },
    makeRoom: () => rm(filler(), { force: true }),
    async unmount(): Promise<void> {
      unmount(dir);
    },
  };
}

function tryToMount(): string | null {
  try {
    unmount(mount('1m'));
    return null;
  } catch (error) {
    return String(error instanceof Error ? error.message : error).split('\n')[0] ?? '';
  }
}

function mount(size: string): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', dir], { stdio: 'pipe' });
  } catch (error) {
    rmdirSync(dir);
    throw error;
  }
  return dir;
}

function unmount(dir: string): void {
  execFileSync('umount', ['-l', dir], { stdio: 'pipe' });
  rmdirSync(dir);
}
