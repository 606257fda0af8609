const NAME = /^(\d{14})_.+\.sql$/;

/** The file names of migrations among others, in their order. */
export function migrationsIn(names: readonly string[]): string[] {
  return names.filter((name) => NAME.test(name)).sort();
}

/** A migration's number, by which databases know it. */
export const versionOf = (file: string) => file.slice(0, 14);

/**
 * The last migration of a database that a newer release has made: later than all that this one knows.
 * @returns null for a database of this release or an earlier one.
 */
export function newerMigration(
  applied: readonly string[],
  files: readonly string[],
): string | null {
  const last = migrationsIn(files).map(versionOf).at(-1) ?? '';
  const newest = [...applied].sort().at(-1) ?? '';
  return newest > last ? newest : null;
}
