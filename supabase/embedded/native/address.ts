import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ownFolder } from './cluster.ts';
import type { OsUser } from './os-user.ts';

/** Paths of sockets are short by nature of the system call: 107 bytes, `/.s.PGSQL.5432` included. */
const LONGEST_SOCKET_FOLDER = 90;

/** Empty, for a server that starts where none runs: in the data directory where its path is short enough, otherwise in a folder of its own; null on Windows. */
export async function openSocketFolder(dataDir: string, account: OsUser) {
  if (process.platform === 'win32') return null;
  const inside = path.join(dataDir, 'socket');
  const isShort = Buffer.byteLength(inside) <= LONGEST_SOCKET_FOLDER;
  // A killed server leaves a lock, which holds for as long as any process has its number: the dead one itself, too, until
  // its parent has asked how it ended.
  if (isShort) await rm(inside, { recursive: true, force: true });
  const folder = isShort ? inside : await mkdtemp(path.join(tmpdir(), 'muro-'));
  await ownFolder(folder, account);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
