import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { StartupError } from '../base/errors.ts';
import { lockDirectory } from '../base/lock.ts';

/** Where a restore puts everything until it is complete. */
const DRAFT = '.restoring';

/** What a restore, or a start after it was cut short, leaves in a data directory: nothing of anybody's. */
const OURS = [DRAFT, 'keys.json', 'storage', 'mail', 'postgres', 'pg', 'log', 'socket', 'releases'];
const LOCK = ['backend.lock', 'backend.pid'];
/** What a disk of its own begins with. */
const IGNORED = ['lost+found'];

/**
 * Takes hold of an empty data directory, or of one where an earlier restore was cut short.
 * @throws StartupError when it holds anything.
 */
export async function openTarget(dataDir: string) {
  const wasThere = existsSync(dataDir);
  const begun = existsSync(path.join(dataDir, DRAFT));
  const names = wasThere ? await readdir(dataDir) : [];
  const others = names.filter(
    (name) => ![...IGNORED, ...(begun ? [...OURS, ...LOCK] : [])].includes(name),
  );
  if (others.length > 0)
    throw new StartupError(
      `${dataDir} is not empty: it has ${others.slice(0, 3).join(', ')}. Restore into an empty directory that DATA_DIR names; nothing was changed.`,
    );
  const unlock = lockDirectory(dataDir);
  const draft = path.join(dataDir, DRAFT);
  const remove = async (which: string[]) => {
    for (const name of which) await rm(path.join(dataDir, name), { recursive: true, force: true });
  };
  await remove(OURS);
  // The server's account has to come through.
  await mkdir(draft, { mode: 0o711 });
  return {
    draft,
    undo: async () => {
      // The draft last: while it is there, the rest is known to be half done.
      await remove([...OURS.slice(1), DRAFT, ...LOCK]);
      if (!wasThere) await rm(dataDir, { recursive: true, force: true });
    },
    close: unlock,
  };
}

/**
 * Refuses a data directory in which a restore was cut short: it would be taken for a new one.
 * @throws StartupError saying so.
 */
export function refuseHalfRestored(dataDir: string): void {
  if (existsSync(path.join(dataDir, DRAFT)))
    throw new StartupError(
      `A restore into ${dataDir} was not completed. Run "npm run restore" again; it begins anew.`,
    );
}
