/**
 * `node tests/support/make-first-release.ts FOLDER`: a small data directory of the release that is checked out, packed,
 * beside a list of all that is in it. The fixture of the first release was made with that release's own code, and is
 * not made anew with a later one: then it would show nothing.
 */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { writeArchive } from '#embedded/backup/archive.ts';
import { loadKeys, startBackend } from '#embedded/index.ts';
import { livesOf, ORIGIN } from './first-release/people.ts';
import { linesOf, rowsOf } from './first-release/rows.ts';

/** What the next start makes again, or only meant something to the one that ended. */
const MADE_AGAIN =
  /^(log|socket|backend\.(lock|pid))(\/|$)|\/(postmaster\.(pid|opts)|pg_internal\.init|current_logfiles|pgstat\.stat)$/;

const target = path.resolve(process.argv[2] ?? '');
if (!process.argv[2]) throw new Error('Name the folder for the fixture.');
const folder = await mkdtemp(path.join(tmpdir(), 'first-release-'));
try {
  const dataDir = path.join(folder, 'data');
  const { rows, segment } = await makeDirectory(dataDir);
  await mkdir(target, { recursive: true });
  const draft = path.join(folder, 'data.tar.zst');
  await pack(dataDir, segment, draft);
  await writeFile(path.join(target, 'data.tar.zst'), pressed(await readFile(draft)));
  await writeFile(path.join(target, 'rows.jsonl'), linesOf(rows));
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function makeDirectory(dataDir: string) {
  const keys = await loadKeys(dataDir);
  const backend = await startBackend({
    dataDir,
    origin: ORIGIN,
    seed: 'none',
    keys,
    engine: 'native',
    // No segment of the log is used a second time, so that what it holds is the end of it alone.
    postgresOptions: 'wal_recycle=off wal_init_zero=on autovacuum=off',
  });
  await livesOf(backend);
  const rows = await rowsOf(backend);
  await backend.sql('checkpoint');
  await backend.sql('select pg_switch_wal()');
  await backend.sql('checkpoint');
  const [at] = await backend.sql<{ segment: string }>(
    'select pg_walfile_name(pg_current_wal_lsn()) as segment',
  );
  await backend.stop();
  return { rows, segment: at?.segment ?? '' };
}

/** Everything but what is made again, and of the log the one segment that the last checkpoint is in. */
async function pack(dataDir: string, segment: string, file: string): Promise<void> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const named = entries.map((entry) => {
    const name = path.relative(dataDir, path.join(entry.parentPath, entry.name));
    return { entry, name: name.split(path.sep).join('/') };
  });
  const kept = named.filter(({ entry, name }) => {
    if (MADE_AGAIN.test(name)) return false;
    return !/^postgres\/pg_wal\//.test(name) || entry.isDirectory() || entry.name === segment;
  });
  await writeArchive(file, async (archive) => {
    for (const { entry, name } of kept.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.isDirectory()) await archive.folder(name);
      else await archive.file(name, path.join(dataDir, name));
    }
  });
}

/** As small as it goes: a template and the database made from it have most of their pages in common. */
function pressed(archive: Buffer): Buffer {
  return zstdCompressSync(zstdDecompressSync(archive), {
    params: {
      [constants.ZSTD_c_compressionLevel]: 22,
      [constants.ZSTD_c_windowLog]: 27,
      [constants.ZSTD_c_enableLongDistanceMatching]: 1,
      [constants.ZSTD_c_checksumFlag]: 1,
    },
  });
}
