import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { StartupError } from '../base/errors.ts';
import type { Binaries } from './binaries.ts';
import { SUPERUSER, serverEnvironment } from './cluster.ts';
import { type OsUser, spawnAs } from './os-user.ts';

/**
 * Gives the superuser another password while no server runs: the keys of the directory were lost and made anew, and
 * the owner of the files owns the database.
 * @throws StartupError when the cluster cannot be opened.
 */
export async function setPassword(
  clusterDir: string,
  password: string,
  binaries: Binaries,
  account: OsUser,
): Promise<void> {
  const server = [binaries.postgres, '--single', '-D', clusterDir, 'postgres'];
  const [command = '', ...args] = [...account.prefix, ...server];
  const child = spawn(command, args, {
    cwd: clusterDir,
    env: serverEnvironment(),
    stdio: ['pipe', 'ignore', 'pipe'],
    ...spawnAs(account),
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stdin.end(`alter role ${SUPERUSER} password '${password}'\n`);
  const [code] = await once(child, 'close');
  if (code === 0 && !/\b(ERROR|FATAL|PANIC):/.test(output)) return;
  throw new StartupError(
    `The password of the database in ${clusterDir} is not the one in keys.json and cannot be set anew. Put keys.json back from a backup; nothing was changed.`,
  );
}
