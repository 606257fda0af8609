import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { StartupError } from './errors.ts';

export function installedVersion(name: string): string {
  const manifest = findPackageJSON(name, import.meta.url);
  if (!manifest) return 'of an unknown version';
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}

/**
 * Checks that an object of @supabase/lite has these methods, which no documentation promises, for a file of this folder.
 * @throws StartupError naming the version and the first that is missing.
 */
export function expectMethods(owner: object, names: readonly string[], file: string): void {
  for (const name of names)
    if (typeof (owner as Record<string, unknown>)[name] !== 'function')
      throw new StartupError(
        `@supabase/lite ${installedVersion('@supabase/lite')} has no ${name}(), which supabase/embedded/${file} relies on: install the version that package-lock.json names, or change that file.`,
      );
}
