import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { fetchPackage } from '#node/fetched-package.ts';
import { ROOT } from '#node/root.ts';

/** The module of a package that one rare test wants, by its name and exact version. */
export async function fetchedPackage<Module>(name: string, version: string): Promise<Module> {
  const folder = path.join(ROOT, 'node_modules/.cache/fetched', `${name}@${version}`);
  const entry = path.join(folder, 'entry.mjs');
  if (!existsSync(entry)) {
    await fetchPackage(name, version, folder);
    await writeFile(entry, `export * from '${name}';\nexport { default } from '${name}';\n`);
  }
  return import(pathToFileURL(entry).href);
}
