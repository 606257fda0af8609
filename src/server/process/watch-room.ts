import { statfs } from 'node:fs/promises';
import type { Health } from './health.ts';

const EVERY_MS = 30_000;
const SCARCE_BYTES = 2 ** 30;
const SCARCE_SHARE = 0.1;
const FULL_SHARE = 0.8;

/** What uploads take, and what they may; null where nobody knows. */
interface DiskRoom {
  bytes: number;
  limit: number;
}

/** What an operator should know before uploads are refused, in a sentence; null while there is room. */
export function roomWarning(
  freeBytes: number,
  diskBytes: number,
  uploads: DiskRoom | null,
): string | null {
  if (freeBytes < Math.min(SCARCE_BYTES, diskBytes * SCARCE_SHARE))
    return `Only ${Math.round(freeBytes / 2 ** 20)} MB are free on the disk: make room before uploads are refused.`;
  const share = uploads ? uploads.bytes / uploads.limit : 0;
  return share >= FULL_SHARE
    ? `Uploads fill ${Math.floor(share * 100)}% of upload_total_mb in private.settings: raise it, or uploads will be refused.`
    : null;
}

/** Looks every half minute how much room is left; `uploads` asks the database. */
export function watchRoom(
  dir: string,
  uploads: () => Promise<DiskRoom | null>,
  everyMs = EVERY_MS,
) {
  let warning: string | null = null;
  const look = async () => {
    const [disk, room] = await Promise.all([statfs(dir), uploads()]);
    warning = roomWarning(disk.bavail * disk.bsize, disk.blocks * disk.bsize, room);
  };
  const ask = () => void look().catch(() => {});
  const timer = setInterval(ask, everyMs);
  timer.unref();
  ask();
  return {
    /** The health with the warning in it, unless something worse is known. */
    told: (health: Health): Health =>
      warning === null || health.disk !== 'ok'
        ? health
        : { ...health, disk: 'low', reason: health.reason ?? warning },
    stop: () => clearInterval(timer),
  };
}
