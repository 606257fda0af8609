import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import path from 'node:path';
import { freePort } from '#node/free-port.ts';

export interface NativePostgres {
  /** A connection string for a fresh database of that name, as its superuser. */
  database(name: string): string;
  stop(): void;
}

/** Where Debian and others put the server's programs; null when it is not installed. */
export function postgresBinaries(): string | null {
  const places = ['/usr/lib/postgresql', '/opt/homebrew/opt'].flatMap((root) =>
    existsSync(root) ? readdirSync(root).map((name) => path.join(root, name, 'bin')) : [],
  );
  return (
    places
      .filter((bin) => existsSync(path.join(bin, 'initdb')))
      .sort()
      .at(-1) ?? null
  );
}

/** A PostgreSQL server of its own in a temporary folder, on a free port of the loopback interface. */
export async function startPostgres(bin: string): Promise<NativePostgres> {
  // Not under the user's own temporary folder, which the `postgres` account may not be able to enter.
  const folder = mkdtempSync('/tmp/native-postgres-');
  const port = await freePort();
  const asRoot = process.getuid?.() === 0;
  if (asRoot) execFileSync('chown', ['postgres', folder]);
  else chmodSync(folder, 0o700);
  // The server refuses to run as root.
  const run = (program: string, ...args: string[]) =>
    asRoot
      ? execFileSync('runuser', ['-u', 'postgres', '--', path.join(bin, program), ...args], {
          cwd: folder,
          stdio: 'pipe',
        })
      : execFileSync(path.join(bin, program), args, { cwd: folder, stdio: 'pipe' });

  const data = path.join(folder, 'data');
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N');
  const flags = `-p ${port} -c listen_addresses=127.0.0.1 -c fsync=off -c unix_socket_directories=`;
  run('pg_ctl', '-D', data, '-o', flags, '-l', path.join(folder, 'log'), '-w', 'start');
  const guard = endWithThisProcess(data, folder);
  return {
    database(name) {
      run('createdb', '-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', name);
      return `postgresql://postgres@127.0.0.1:${port}/${name}`;
    },
    stop() {
      guard.kill('SIGKILL');
      run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The system closes our end of its input when this process ends, also when it is killed. */
const GUARD = 'cat >/dev/null; kill -QUIT "$(head -n 1 "$0/postmaster.pid")"; rm -rf "$1"';

/** A run that was killed would leave its server behind. */
function endWithThisProcess(data: string, folder: string): ChildProcess {
  const guard = spawn('/bin/sh', ['-c', GUARD, data, folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // A signal to the whole group is not for it.
    detached: true,
  });
  guard.unref();
  (guard.stdin as Socket).unref();
  return guard;
}
