import { type BackupRecord, lastBackup } from '#embedded/backup/last-backup.ts';

const EVERY_MS = 5000;

/** Looks every few seconds when the last backup was made: by another process, which tells nobody but the directory. */
export async function watchBackups(dataDir: string, everyMs = EVERY_MS) {
  let last = await lastBackup(dataDir);
  const timer = setInterval(async () => {
    last = await lastBackup(dataDir);
  }, everyMs);
  timer.unref();
  return {
    last: (): BackupRecord | null => last,
    stop: () => clearInterval(timer),
  };
}
