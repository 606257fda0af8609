import { execFile } from 'node:child_process';
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '#node/root.ts';
import { scratchFolder } from '#tests/support/scratch.ts';

/** npms that people have: Debian's, and those that come with Node 20, 22 and 24. */
const EVERY_DAY = ['9.2.0', '10.8.2'];
const EVERY_NIGHT = ['9.9.4', '10.9.4', '11.0.0', '11.4.2', 'latest'];
const TIMEOUT_MS = 240_000;

let folder: string;
beforeAll(async () => {
  folder = path.join(await scratchFolder(), 'lock');
  await mkdir(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    await copyFile(path.join(ROOT, file), path.join(folder, file));
});

/** Without what the npm that runs this suite tells its children. */
const ENV = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^npm_(?!config_(?:registry|cache)$)/i.test(name),
  ),
);

/** Runs one npm in a folder with nothing but the two files; what it said when it failed, else null. */
function npm(version: string, ...args: string[]): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(
      'npx',
      ['--yes', `npm@${version}`, ...args],
      { cwd: folder, env: ENV, shell: process.platform === 'win32' },
      (error, stdout, stderr) => resolve(error ? `${stdout}${stderr}` : null),
    );
  });
}

const DRY = ['ci', '--dry-run', '--ignore-scripts', '--no-audit'];

/** Only a registry that cannot be reached excuses: the npm itself does not come. */
async function reads(version: string, skip: (why: string) => void): Promise<void> {
  const missing = await npm(version, '--version');
  if (missing !== null) return skip(`npm ${version} cannot be fetched: ${missing}`);
  expect(await npm(version, ...DRY)).toBeNull();
  expect(await npm(version, ...DRY, '--omit=dev')).toBeNull();
}

describe('the lock file is read by', () => {
  it.for(EVERY_DAY)('npm %s', { timeout: TIMEOUT_MS }, async (version, { skip }) =>
    reads(version, skip),
  );
  it.for(EVERY_NIGHT)('npm %s', { tags: 'long', timeout: TIMEOUT_MS }, async (version, { skip }) =>
    reads(version, skip),
  );
});
