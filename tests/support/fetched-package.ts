import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { ROOT } from '#node/root.ts';

/**
 * A package that one rare command wants, installed at that moment into a folder of its own: in the lock file its
 * dependencies would be everybody's. Takes the name and the exact version, gives the module.
 */
export async function fetchedPackage<Module>(name: string, version: string): Promise<Module> {
  const folder = path.join(ROOT, 'node_modules/.cache/fetched', `${name}@${version}`);
  const entry = path.join(folder, 'entry.mjs');
  if (!existsSync(entry)) {
    await mkdir(folder, { recursive: true });
    const args = ['install', '--prefix', folder, '--no-save', '--ignore-scripts'];
    await promisify(execFile)('npm', [...args, `${name}@${version}`], {
      shell: process.platform === 'win32',
    });
    await writeFile(entry, `export * from '${name}';\nexport { default } from '${name}';\n`);
  }
  return import(pathToFileURL(entry).href);
}
