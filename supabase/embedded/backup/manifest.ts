import { StartupError } from '../base/errors.ts';
import type { Queryable } from '../base/options.ts';
import { appliedIn } from '../database/migrate.ts';
import {
  type Applied,
  MIGRATIONS,
  readMigrations,
  unknownMigration,
} from '../database/migrations.ts';

/** The first entry of an archive. */
export const MANIFEST = 'manifest.json';

/** Raised when an older release could not restore what this one writes. */
const FORMAT = 2;

/** What an archive says of its database. */
export interface DatabaseState {
  /** The major version of PostgreSQL. */
  postgres: string;
  migrations: Applied;
}

export async function stateOf(db: Queryable): Promise<DatabaseState> {
  const [state] = await db.sql<{ postgres: string }>(
    "select (current_setting('server_version_num')::int / 10000)::text as postgres",
  );
  return { postgres: state?.postgres ?? '', migrations: await appliedIn(db) };
}

/** What holds the database: an embedded engine, or a PostgreSQL of the operator's own. */
export type Kept = 'native' | 'pglite' | 'url';

export interface Manifest extends DatabaseState {
  format: number;
  kept: Kept;
  /** The bucket in which the uploads stay; unset where they are in the archive. */
  bucket?: string;
  /** When it was begun, as an ISO date. */
  begun: string;
}

export function manifestOf(rest: Omit<Manifest, 'format' | 'begun'>): Manifest {
  return { format: FORMAT, begun: new Date().toISOString(), ...rest };
}

/**
 * Reads the manifest of an archive that is to be restored.
 * @throws StartupError when it is no archive of ours or one of another version.
 */
export async function readManifest(file: string, text: string): Promise<Manifest> {
  const manifest = parse(text);
  if (!manifest) throw new StartupError(`${file} is no backup of this product.`);
  const unknown = unknownMigration(manifest.migrations, await readMigrations(MIGRATIONS));
  if (manifest.format > FORMAT || unknown)
    throw new StartupError(
      `Another version of the product made ${file}${unknown ? `, with the migration ${unknown}` : ''}. Restore it with that version; nothing was changed.`,
    );
  return manifest;
}

/** Which versions of PostgreSQL an archive can be restored with. */
export function readersOf({ kept, postgres }: Pick<Manifest, 'kept' | 'postgres'>): string {
  const of: Record<Kept, string> = {
    native: `with PostgreSQL ${postgres}; a release that runs another version fetches it`,
    pglite: `by a release whose PGlite is PostgreSQL ${postgres}`,
    url: `into PostgreSQL ${postgres} or later`,
  };
  return `The archive can be restored ${of[kept]}.`;
}

function parse(text: string): Manifest | null {
  try {
    const value = JSON.parse(text);
    return typeof value.format === 'number' && typeof value.migrations === 'object' ? value : null;
  } catch {
    return null;
  }
}
