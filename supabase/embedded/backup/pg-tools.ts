import { spawn } from 'node:child_process';
import { codeOf } from '#node/errors.ts';
import { StartupError } from '../base/errors.ts';

/** PostgreSQL's own dump, in its custom format. */
export const DUMP = 'database.dump';

export function dumpDatabase(url: string, snapshot: string, file: string): Promise<void> {
  // The archive is compressed as a whole.
  const args = ['--format=custom', '--compress=0', `--snapshot=${snapshot}`, `--file=${file}`];
  return run('pg_dump', args, url);
}

/** Restores a dump into an empty database, all or nothing. */
export function restoreDump(url: string, file: string): Promise<void> {
  const all = ['--single-transaction', '--exit-on-error', '--no-owner'];
  return run('pg_restore', [...all, file], url);
}

/**
 * Runs one of PostgreSQL's programs on a database. Its password stays out of the list of processes.
 * @throws StartupError when the program is not installed, or with what it says.
 */
async function run(program: string, args: string[], url: string): Promise<void> {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  const child = spawn(program, [...args, `--dbname=${address.href}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...(password && { PGPASSWORD: password }), LC_ALL: 'C' },
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(0, 4000);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve);
    child.once('error', reject);
  }).catch((error) => {
    if (codeOf(error) !== 'ENOENT') throw error;
    throw new StartupError(
      `A database of your own needs ${program}, which is not installed. Install PostgreSQL's client programs (postgresql-client on Debian and Ubuntu), of the server's version or a later one.`,
    );
  });
  if (code === 0) return;
  const [reason = `exit code ${code}`] = output.split('\n').filter(Boolean);
  throw new StartupError(`${program} failed: ${reason.replace(/^.*?error: /, '')}.`);
}
