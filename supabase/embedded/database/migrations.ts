import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The product's own. */
export const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));

const NAME = /^(\d{14})_(.+)\.sql$/;

export interface Migration {
  /** Fourteen digits, by which a database knows it. */
  version: string;
  name: string;
  text: string;
}

export async function readMigrations(dir: string): Promise<Migration[]> {
  const files = (await readdir(dir)).sort();
  const found = files.map((file) => ({ file, parts: NAME.exec(file) }));
  return Promise.all(
    found.flatMap(({ file, parts }) =>
      parts
        ? readFile(path.join(dir, file), 'utf8').then((text) => ({
            version: parts[1] ?? '',
            name: parts[2] ?? '',
            text,
          }))
        : [],
    ),
  );
}

/** Versions that a database or a backup has, with the md5 of each text; null where the Supabase CLI has split the text. */
export type Applied = Readonly<Record<string, string | null>>;

/**
 * The latest migration that these files do not have, or have with another text: another version of the product made it.
 * @returns null where every migration is one of these.
 */
export function unknownMigration(
  applied: Applied,
  migrations: readonly Migration[],
): string | null {
  const texts = new Map(migrations.map(({ version, text }) => [version, text]));
  const isOurs = ([version, sum]: [string, string | null]) => {
    const text = texts.get(version);
    return text !== undefined && (sum === null || sum === md5(text));
  };
  const unknown = Object.entries(applied).filter((entry) => !isOurs(entry));
  return (
    unknown
      .map(([version]) => version)
      .sort()
      .at(-1) ?? null
  );
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
