import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { createKeys, startBackend } from '#embedded/index.ts';
import { withLock } from '#node/lock.ts';

type Engine = 'native' | 'pglite';
const FOLDERS = { native: 'postgres', pglite: 'pg' };
const copy = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to]);

/**
 * Puts a database that is migrated, without a row of data, into a data directory that has none: a copy of one that is
 * made once, instead of a first start, which takes seconds of a processor.
 */
export async function fillWithMigrated(
  dataDir: string,
  engine: Engine,
  cache: string,
  fingerprint: string,
  migrationsDir: string,
): Promise<void> {
  const there = await readdir(dataDir).catch((): string[] => []);
  if (Object.values(FOLDERS).some((folder) => there.includes(folder))) return;
  const made = path.join(cache, `${fingerprint}-${engine}`);
  await mkdir(cache, { recursive: true });
  await withLock(`${made}.lock`, async () => {
    const known = (await readdir(cache)).includes(path.basename(made));
    if (known) return;
    const draft = await mkdtemp(path.join(cache, 'draft-'));
    const backend = await startBackend({
      dataDir: draft,
      origin: 'http://127.0.0.1:4321',
      seed: 'none',
      keys: createKeys(),
      migrationsDir,
      engine,
    });
    await backend.stop();
    await rename(draft, made);
    await prune(cache);
  });
  await mkdir(dataDir, { recursive: true });
  const folder = FOLDERS[engine];
  await copy(path.join(made, folder), path.join(dataDir, folder)).catch(async (error) => {
    await rm(path.join(dataDir, folder), { recursive: true, force: true });
    throw error;
  });
}

const KEPT_DAYS = 2;

/** Those of other migrations, which nobody has used lately; some 40 MB each. */
async function prune(cache: string): Promise<void> {
  const oldest = Date.now() - KEPT_DAYS * 86_400_000;
  for (const name of await readdir(cache)) {
    const folder = path.join(cache, name);
    const { mtimeMs } = await stat(folder);
    if (/-(native|pglite)$|^draft-/.test(name) && mtimeMs < oldest)
      await rm(folder, { recursive: true, force: true });
  }
}
