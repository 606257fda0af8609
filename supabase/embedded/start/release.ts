import { StartupError } from '../errors.ts';

const NAME = /^(\d{14})_.+\.sql$/;

/** The file names of migrations among others, in their order. */
export function migrationsIn(names: readonly string[]): string[] {
  return names.filter((name) => NAME.test(name)).sort();
}

/** A migration's number, by which databases know it. */
export const versionOf = (file: string) => file.slice(0, 14);

/**
 * A migration of a database that this release does not know, the latest of them: another release has made it, be it a
 * newer one or one that has another migration in between.
 * @returns null for a database of this release or an earlier one.
 */
export function unknownMigration(
  applied: readonly string[],
  files: readonly string[],
): string | null {
  const versions = migrationsIn(files).map(versionOf);
  const known = new Set(versions);
  const unknown = [...applied].sort().findLast((version) => !known.has(version)) ?? '';
  // One that has none of ours in common is no database of another release, but of something else.
  const related =
    unknown > (versions.at(-1) ?? '') || applied.some((version) => known.has(version));
  return unknown !== '' && related ? unknown : null;
}

/** The migration that makes everything there is at version 0.9.0. */
const BASELINE = '20260110000000';
/** What stood in its place before: the first of all migrations, and the last one, which made the same as the baseline. */
const BEFORE = { first: '20260101000100', last: '20260109001083' };

/**
 * Whether a database was made by the last release before the baseline, so that its history is to be replaced.
 * @param applied versions of the database's history.
 * @throws StartupError for one of an earlier release.
 */
export function isBeforeBaseline(applied: readonly string[], files: readonly string[]): boolean {
  if (versionOf(migrationsIn(files)[0] ?? '') !== BASELINE || applied.includes(BASELINE))
    return false;
  if (applied.includes(BEFORE.last)) return true;
  if (!applied.includes(BEFORE.first)) return false;
  throw new StartupError(
    'The database was made by a release long before this one. Start it once with the last release before 0.9.0 (commit 88e84bcd), and then with this one; nothing was changed.',
  );
}
