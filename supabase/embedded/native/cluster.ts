import { execFile } from 'node:child_process';
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { messageOf } from '#node/errors.ts';
import { StartupError } from '../base/errors.ts';
import { type Binaries, NativeUnavailable, RELEASES } from './binaries.ts';
import { type OsUser, spawnAs } from './os-user.ts';

const run = promisify(execFile);

/** The superuser of the embedded server. */
export const SUPERUSER = 'postgres';

/** Makes a folder that belongs to the server's account. */
export async function ownFolder(folder: string, account: OsUser): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await give(folder, account);
}

async function give(file: string, { ids }: OsUser): Promise<void> {
  if (ids) await chown(file, ids.uid, ids.gid);
}

/**
 * Makes a new cluster in `clusterDir` unless there is one: UTF-8, the same order of texts on every system, checksums,
 * and a password. It is made aside and renamed, so that a start which was interrupted leaves none that is half made.
 * @throws StartupError for a cluster of another version or one that is no cluster.
 * @throws NativeUnavailable when `initdb` does not run here.
 */
export async function ensureCluster(
  clusterDir: string,
  password: string,
  binaries: Binaries,
  account: OsUser,
): Promise<void> {
  if (await stat(clusterDir).catch(() => null)) return checkVersion(clusterDir, binaries.major);
  const draft = `${clusterDir}.new`;
  const passwordFile = `${clusterDir}.password`;
  await rm(draft, { recursive: true, force: true });
  await ownFolder(draft, account);
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  await give(passwordFile, account);
  try {
    const [command = '', ...args] = [
      ...account.prefix,
      binaries.initdb,
      ...['-D', draft, '-U', SUPERUSER, `--pwfile=${passwordFile}`],
      ...['-A', 'scram-sha-256', '-E', 'UTF8', '--data-checksums'],
      ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ];
    await run(command, args, { cwd: draft, env: serverEnvironment(), ...spawnAs(account) });
    await rename(draft, clusterDir);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw initFailure(error, path.dirname(clusterDir));
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** Nothing of the caller's `PG…` settings may reach the server, nor a language that changes its messages. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) =>
    /^(PATH|TMPDIR|SystemRoot)$/.test(name),
  );
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' };
}

/** The major version of the PostgreSQL that made a cluster; empty where it is damaged. */
export async function versionOf(clusterDir: string): Promise<string> {
  return (await readFile(path.join(clusterDir, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
}

async function checkVersion(clusterDir: string, major: string): Promise<void> {
  const found = await versionOf(clusterDir);
  if (found === major) return;
  if (found === '') {
    throw new StartupError(
      `${clusterDir} is damaged: its PG_VERSION is missing or empty. Restore the data directory from a backup; nothing was changed.`,
    );
  }
  const which = Number(found) > Number(major) ? 'newer' : 'older';
  const way = RELEASES[found]
    ? 'Run "node scripts/run.cjs db-move" to take it over'
    : 'Start it with the release that made it';
  throw new StartupError(
    `The database in ${clusterDir} was made by the ${which} PostgreSQL ${found}, and this release runs ${major}. ${way}; nothing was changed.`,
  );
}

function initFailure(error: unknown, dataDir: string): Error {
  const { stderr = '', code } = error as { stderr?: string; code?: unknown };
  const text = `${stderr} ${messageOf(error)}`;
  if (/No space left on device|ENOSPC/.test(text))
    return new StartupError(
      `The disk of ${dataDir} is full, so that no database could be made there. Free some space, then start again.`,
    );
  const reason = /(?:initdb: error|FATAL|error while loading[^:]*): *(.+)/.exec(stderr)?.[1];
  return new NativeUnavailable(
    `PostgreSQL cannot make a database in ${dataDir}: ${reason ?? stderr.trim().split('\n').at(-1) ?? code}`,
  );
}
