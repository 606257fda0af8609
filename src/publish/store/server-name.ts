import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { ifExists, writeAtomic } from '#node/files.ts';

/** Names the server of a data directory: the same after each start, and no other server's, also in a copy of a machine. */
export async function serverName(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'releases', 'server-name');
  const known = await ifExists(readFile(file, 'utf8'));
  if (known?.startsWith(`${hostname()} `)) return known;
  const made = `${hostname()} (${randomBytes(4).toString('hex')})`;
  await writeAtomic(file, made);
  return made;
}
