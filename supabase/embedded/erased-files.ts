import type { Database } from './database.ts';
import type { FileStore } from './files.ts';

/**
 * Keeps the files in step with `storage.objects` when rows go in SQL (an account that is deleted), and removes what a
 * crash between file and row left behind. Returns what ends it.
 */
export async function followErasures(db: Database, files: FileStore): Promise<() => Promise<void>> {
  const erase = (payload: string) => {
    const { bucket, name } = JSON.parse(payload) as { bucket: string; name: string };
    files.forget(bucket, name, new Date());
  };
  const stop = await db.listen('embedded_object_gone', erase, () => {
    // What stays after a failure goes at the next start.
    sweep(db, files).catch(() => {});
  });
  await sweep(db, files);
  await files.removeOrphans();
  return stop;
}

async function sweep(db: Database, files: FileStore): Promise<void> {
  const before = new Date();
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
