import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/**
 * A package that one rare command wants, installed at that moment into a folder of its own: in the lock file it would be
 * everybody's. Its scripts do not run.
 * @returns where it is.
 */
export async function fetchPackage(name: string, version: string, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const quiet = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts'];
  // npm alone waits five minutes for an answer that does not come, before it asks again.
  const patience = ['--fetch-timeout=30000'];
  await promisify(execFile)(
    'npm',
    ['install', '--prefix', folder, ...quiet, ...patience, `${name}@${version}`],
    {
      cwd: folder,
      shell: process.platform === 'win32',
    },
  );
  return path.join(folder, 'node_modules', name);
}
