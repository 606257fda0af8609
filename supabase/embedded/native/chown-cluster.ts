import { chown, readdir } from 'node:fs/promises';
import path from 'node:path';
import { findBinaries } from './binaries.ts';
import { osUserFor } from './os-user.ts';

/**
 * Gives a cluster that was put there by us to the account that its server will run under.
 * @throws NativeUnavailable when no server can run on it here.
 */
export async function chownCluster(clusterDir: string): Promise<void> {
  const { postgres } = await findBinaries();
  const { ids } = await osUserFor(clusterDir, [postgres, clusterDir]);
  if (!ids) return;
  const entries = await readdir(clusterDir, { recursive: true });
  for (const name of ['', ...entries]) await chown(path.join(clusterDir, name), ids.uid, ids.gid);
}
