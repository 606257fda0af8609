import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { StartupError } from './errors.ts';

export function installedVersion(name: string): string {
  const manifest = findPackageJSON(name, import.meta.url);
  if (!manifest) return 'of an unknown version';
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}

/** For a package that is not as the code was written for: which one, in which version, and where that matters. */
function changedPackage(name: string, lacks: string, file: string): StartupError {
  return new StartupError(
    `${name} ${installedVersion(name)} has no ${lacks}, which ${file} relies on: install the version that package-lock.json names, or change that file.`,
  );
}

/**
 * Checks that an object of a package has these methods, which no documentation promises.
 * @throws StartupError naming the version and the first that is missing.
 */
export function expectMethods(
  owner: object,
  names: readonly string[],
  { name, file }: { name: string; file: string },
): void {
  for (const method of names) {
    if (typeof (owner as Record<string, unknown>)[method] !== 'function')
      throw changedPackage(name, `${method}()`, file);
  }
}
