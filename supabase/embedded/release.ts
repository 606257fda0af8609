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
