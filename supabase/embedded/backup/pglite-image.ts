import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../base/database.ts';
import { longWork } from '../base/long-work.ts';
import { stateOf } from './manifest.ts';
import { holdObjects, keepFiles } from './objects.ts';
import type { ImageAnswer } from './running.ts';
import { stagingFolder } from './staging.ts';

/** The database of PGlite, as the tar archive that it makes of its own files. */
export const IMAGE = 'pg.tar';

/**
 * Writes an image of the database, and keeps the files that it names, in the folder that a backup has opened. Nobody
 * else is answered meanwhile: PGlite has one session.
 */
export async function keepImage(
  db: Database,
  dataDir: string,
  inBucket: boolean,
): Promise<ImageAnswer> {
  const folder = stagingFolder(dataDir);
  const state = await stateOf(db);
  const dump = async () => {
    await db.sql('checkpoint');
    await writeFile(path.join(folder, IMAGE), (await db.dump()).stream());
  };
  const missing = await longWork(() =>
    db.transaction((tx) => holdObjects(tx, () => keepFiles(tx, dataDir, folder, inBucket), dump)),
  );
  return { missing, state };
}
