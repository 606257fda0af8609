import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { NativeUnavailable } from './binaries.ts';

const run = promisify(execFile);

/** The system account that PostgreSQL runs under, and how a command becomes one of that account. */
export interface OsUser {
  /** Null: our own. */
  ids: { uid: number; gid: number } | null;
  /** Stands before the command. */
  prefix: string[];
}

/** Accounts that have no rights of their own, in the order they are taken. */
const UNPRIVILEGED = ['postgres', 'nobody'];

/** Rights with which a folder is passed that is closed to the account; the smaller one first. */
const PASSES = ['dac_read_search', 'dac_override'];

/**
 * PostgreSQL refuses to run as root. Then it gets the account that its cluster already belongs to, or an unprivileged
 * one of this system; on the way through folders that only root may enter, it keeps the right to pass them.
 * @param targets files and folders that it has to reach.
 * @throws NativeUnavailable when there is no such account or no way for it.
 */
export async function osUserFor(clusterDir: string, targets: string[]): Promise<OsUser> {
  if (process.getuid?.() !== 0) return { ids: null, prefix: [] };
  const ids = (await ownerOf(clusterDir)) ?? (await unprivileged());
  const closed = await firstClosed(targets, ids);
  if (closed === null) return { ids, prefix: [] };
  for (const right of PASSES) {
    const prefix = withRight(ids, right);
    const [command = '', ...args] = [...prefix, 'ls', '-d', `${closed}/.`];
    if (
      await run(command, args).then(
        () => true,
        () => false,
      )
    )
      return { ids, prefix };
  }
  throw new NativeUnavailable(
    `started as root, PostgreSQL runs as another user, which may not enter ${closed}; start as the folder's owner, move the project or DATA_DIR, or allow it with chmod o+x`,
  );
}

/** Options for starting a child as that account. */
export function spawnAs({ ids, prefix }: OsUser): { uid?: number; gid?: number } {
  return ids && prefix.length === 0 ? ids : {};
}

type Ids = NonNullable<OsUser['ids']>;

async function ownerOf(folder: string): Promise<Ids | null> {
  const owner = await stat(folder).catch(() => null);
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : null;
}

async function unprivileged(): Promise<Ids> {
  const accounts = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n');
  for (const name of UNPRIVILEGED) {
    const [, , uid, gid] = accounts.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new NativeUnavailable(
    'PostgreSQL does not run as root, and this system has no account "postgres" or "nobody"; start as another user',
  );
}

/** The first folder on the way to one of the targets that the account may not enter; null for none. */
async function firstClosed(targets: string[], ids: Ids): Promise<string | null> {
  for (const target of targets) {
    for (
      let folder = path.dirname(target), last = '';
      folder !== last;
      folder = path.dirname(folder)
    ) {
      const { mode, uid, gid } = await stat(folder);
      const bit = uid === ids.uid ? 0o100 : gid === ids.gid ? 0o010 : 0o001;
      if ((mode & bit) === 0) return folder;
      last = folder;
    }
  }
  return null;
}

/** `setpriv` of util-linux: another user, with one right of root's and no way to more. */
function withRight({ uid, gid }: Ids, right: string): string[] {
  const only = `-all,+${right}`;
  const ids = ['--reuid', String(uid), '--regid', String(gid), '--clear-groups', '--no-new-privs'];
  // access(), by which PostgreSQL finds its own programs, leaves the rights of another user out unless told not to.
  const kept = ['--securebits', '+no_setuid_fixup'];
  const rights = ['--inh-caps', only, '--ambient-caps', only, '--bounding-set', only];
  return ['setpriv', ...ids, ...kept, ...rights];
}
