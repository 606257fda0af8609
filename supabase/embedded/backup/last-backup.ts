import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeAtomic } from '#node/files.ts';

/** What a data directory remembers of its last backup; where that lies is not for strangers, who may read the rest. */
export interface BackupRecord {
  /** When it was complete, as an ISO date. */
  at: string;
  bytes: number;
}

const FILE = 'backup.json';

export async function recordBackup(dataDir: string, note: BackupRecord): Promise<void> {
  await writeAtomic(path.join(dataDir, FILE), `${JSON.stringify(note)}\n`);
}

/** Null when none was made, or the note cannot be read. */
export async function lastBackup(dataDir: string): Promise<BackupRecord | null> {
  try {
    const { at, bytes } = JSON.parse(await readFile(path.join(dataDir, FILE), 'utf8'));
    return Number.isNaN(Date.parse(at)) || !Number.isSafeInteger(bytes) ? null : { at, bytes };
  } catch {
    return null;
  }
}
