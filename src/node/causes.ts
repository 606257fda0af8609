import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, sentence } from './errors.ts';

/** Why files cannot be written or read, by the code of the operating system. */
const CAUSES: Record<string, string> = {
  ENOSPC: 'the disk is full; make room on it and start again',
  EDQUOT: 'the disk quota is used up; make room and start again',
  EROFS: 'the disk is mounted read-only; mount it writable and start again',
  EACCES: 'this user has no permission; give the directory to the user that runs this program',
  EPERM: 'this user has no permission; give the directory to the user that runs this program',
  EMFILE: 'too many files are open; raise the limit (ulimit -n) and start again',
  ENFILE: 'too many files are open on this computer; close other programs and start again',
  EIO: 'the disk reports errors; look into the log of the operating system before anything else',
  ENOENT: 'it is not there any more; put it back and start again',
  ETIMEDOUT: 'the disk does not answer; look into the log of the operating system',
  ENOTDIR: 'a file is in the place of a directory; move it away and start again',
  EISDIR: 'a directory is in the place of a file; move it away and start again',
};

/** SQLite, which holds the lock, hides the system's code behind its own. */
const SQLITE: Record<number, string> = { 13: 'ENOSPC', 8: 'EROFS', 14: 'EACCES', 10: 'EIO' };

/** One clause that names the cause and what to do about it; the error's own words where the cause is another. */
export function causeOf(error: unknown): string {
  return causeOfCode(systemCode(error)) ?? sentence(error).replace(/\.$/, '');
}

export function causeOfCode(code: string | undefined): string | undefined {
  return code === undefined ? undefined : CAUSES[code];
}

function systemCode(error: unknown): string | undefined {
  const sqlite = (error as { errcode?: number } | null)?.errcode;
  if (typeof sqlite === 'number') return SQLITE[sqlite & 0xff];
  return codeOf(error);
}

/** As much as the database writes at least when it starts. */
const PROBE_BYTES = 256 * 1024;

/** The code of the error that writing into a directory gives (`ENOSPC`, `EACCES`), or null where it can be written. */
export async function writeProblem(dir: string, bytes = PROBE_BYTES): Promise<string | null> {
  const file = path.join(dir, `.probe-${randomBytes(4).toString('hex')}`);
  try {
    await writeFile(file, Buffer.alloc(bytes, 1));
    return null;
  } catch (error) {
    return codeOf(error) ?? 'EIO';
  } finally {
    // Where it could not be written it may not be removed either.
    await rm(file, { force: true }).catch(() => {});
  }
}
