/** What seed data needs from the backend: SQL as the owner, a place for images, password hashes. */
export interface SeedTarget {
  sql<T>(text: string, params?: unknown[]): Promise<T[]>;
  putObject(bucket: string, path: string, bytes: Uint8Array, mime: string): Promise<void>;
  /** The public origin that image URLs start with. */
  origin: string;
  hashPassword(password: string): Promise<string>;
  log(line: string): void;
}

/** Inserts rows of one shape in one statement. The keys of the first row name the columns. */
export async function insertRows(
  target: Pick<SeedTarget, 'sql'>,
  table: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first)
    .map((name) => `"${name}"`)
    .join(', ');
  await target.sql(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::text::jsonb)`,
    [JSON.stringify(rows)],
  );
}

const CHUNK = 5000;

/** The same for any number of rows, in as many statements as it takes. */
export async function insertMany(
  target: Pick<SeedTarget, 'sql'>,
  table: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += CHUNK)
    await insertRows(target, table, rows.slice(from, from + CHUNK));
}

/** The public address of a stored object. */
export const publicUrl = (origin: string, bucket: string, path: string): string =>
  `${origin}/storage/v1/object/public/${bucket}/${path}`;
