import { type ChildProcess, spawn } from 'node:child_process';
import type { Binaries } from './binaries.ts';
import { serverEnvironment } from './cluster.ts';
import { type OsUser, spawnAs } from './os-user.ts';

/** A server that was started, and what it has said. */
export interface Launched {
  process: ChildProcess;
  output(): string;
  ended: Promise<void>;
}

/**
 * A shell stands between: it ends the server when our end of its input closes, which the system does for a process
 * that is killed. Windows has no such shell; there the next start ends what was left behind.
 */
const GUARD = `exec 3<&0; "$@" 3<&- & pid=$!; (cat <&3 >/dev/null; kill -INT $pid) 2>/dev/null & watch=$!
wait $pid; code=$?; kill $watch 2>/dev/null; exit $code`;

export function launch(binaries: Binaries, args: string[], cwd: string, account: OsUser): Launched {
  const guard = process.platform === 'win32' ? [] : ['/bin/sh', '-c', GUARD, 'postgres'];
  const [command = '', ...all] = [...account.prefix, ...guard, binaries.postgres, ...args];
  const child = spawn(command, all, {
    cwd,
    env: serverEnvironment(),
    stdio: ['pipe', 'ignore', 'pipe'],
    // Ctrl+C reaches every process of the terminal's group; the order of ending is ours to decide.
    detached: process.platform !== 'win32',
    ...spawnAs(account),
  });
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-20_000);
  });
  child.on('error', (error) => {
    output += error.message;
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return { process: child, output: () => output, ended };
}
