import type { Database } from './database.ts';
import type { FileStore } from './files.ts';
import { dropOrphan } from './gateway/storage/rows.ts';

/** Another server may have written a file whose row is on its way. */
const ON_ITS_WAY_MS = 3_600_000;

interface Erasing {
  /** Other servers may write and erase files too. */
  shared: boolean;
  /** They do already: what a crash left is gone, or theirs to remove. */
  others: boolean;
}

/**
 * Keeps the files in step with `storage.objects` when rows go in SQL (an account that is deleted), and removes what a
 * crash between file and row left behind. Returns what ends it.
 */
export async function followErasures(
  db: Database,
  files: FileStore,
  { shared, others }: Erasing,
): Promise<() => Promise<void>> {
  const erase = (payload: string) => {
    const address = JSON.parse(payload) as { bucket: string; name: string };
    // What stays after a failure goes at the next start.
    files
      .inTurn(`${address.bucket}/${address.name}`, () => dropOrphan({ db, files }, address))
      .catch(() => {});
  };
  const stop = await db.listen('embedded_object_gone', erase, () => {
    const before = new Date(Date.now() - (shared ? ON_ITS_WAY_MS : 0));
    sweep(db, files, before).catch(() => {});
  });
  if (!others) await sweep(db, files, new Date());
  await files.removeOrphans();
  return stop;
}

async function sweep(db: Database, files: FileStore, before: Date): Promise<void> {
  const stored = await files.all();
  if (stored.length === 0) return;
  const rows = await db.sql<{ bucket_id: string; name: string }>(
    'select bucket_id, name from storage.objects',
  );
  const known = new Set(rows.map((row) => `${row.bucket_id}/${row.name}`));
  for (const { bucket, key } of stored) {
    if (!known.has(`${bucket}/${key}`)) files.forget(bucket, key, before);
  }
}
