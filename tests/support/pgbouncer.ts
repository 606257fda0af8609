import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#node/free-port.ts';

export interface PgBouncer {
  /** The address of a database through it. */
  database(name: string): string;
  log(): string;
  stop(): Promise<void>;
}

/** Null where PgBouncer is installed, why its tests are left out otherwise. */
export function withoutPgBouncer(): string | null {
  try {
    execFileSync('pgbouncer', ['--version'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'PgBouncer is not installed: apt-get install pgbouncer';
  }
}

/**
 * PgBouncer as docs/deploy.md sets it up, before the server at `url`.
 * @param settings more lines of its file.
 */
export async function startPgBouncer(
  url: string,
  mode: 'session' | 'transaction',
  settings: string[] = [],
): Promise<PgBouncer> {
  const server = new URL(url);
  const dir = await mkdtemp(path.join(tmpdir(), 'pgbouncer-'));
  const port = await freePort();
  const users = path.join(dir, 'users.txt');
  const file = path.join(dir, 'pgbouncer.ini');
  await writeFile(users, `"${server.username}" "${server.password}"\n`);
  const lines = [
    '[databases]',
    `* = host=${server.hostname} port=${server.port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${users}`,
    `auth_user = ${server.username}`,
    `pool_mode = ${mode}`,
    'default_pool_size = 30',
    ...settings,
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  execFileSync('chmod', ['-R', 'a+rX', dir]);
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn('pgbouncer', ['-v', ...user, file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    log += text;
  });
  while (!log.includes('process up')) {
    if (child.exitCode !== null) throw new Error(`PgBouncer did not start:\n${log}`);
    await pause(20);
  }
  return {
    database: (name) =>
      `postgresql://${server.username}:${server.password}@127.0.0.1:${port}/${name}`,
    log: () => log,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGQUIT');
      await ended;
      await rm(dir, { recursive: true, force: true });
    },
  };
}
