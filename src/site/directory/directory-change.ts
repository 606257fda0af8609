import type { Language } from '#config/language.ts';
import { listedArtistSchema } from '#features/artists/artist.ts';
import { citySchema } from '#features/cities/city.ts';
import { ratesRowSchema } from '#features/estimates/rates-row.ts';
import { muralRedirectSchema, muralSchema } from '#features/murals/mural.ts';
import { cityRuleSchema } from '#features/permits/city-rule.ts';
import { publicReviewSchema } from '#features/requests/reviews/public-review.ts';
import { z } from '#lib/zod.ts';

/** What pages know of each table's rows. */
export const DIRECTORY_SCHEMAS = {
  artists: listedArtistSchema,
  murals: muralSchema,
  cities: citySchema,
  reviews: publicReviewSchema,
  mural_redirects: muralRedirectSchema,
  estimate_rates: ratesRowSchema,
  city_rules: cityRuleSchema,
};
const TABLES = Object.keys(DIRECTORY_SCHEMAS) as DirectoryTable[];

export type DirectoryTable = keyof typeof DIRECTORY_SCHEMAS;
type RowOf<T extends DirectoryTable> = z.output<(typeof DIRECTORY_SCHEMAS)[T]>;

/** All rows that pages show. */
export type DirectoryRows = { [T in DirectoryTable]: RowOf<T>[] };

interface ChangeOf<T extends DirectoryTable> {
  /** Of the outbox; changes of one row come in the order of their ids. */
  id: number;
  table: T;
  rowId: string;
  /** The row before and after; null where pages did not, or do not, show it. */
  old: RowOf<T> | null;
  new: RowOf<T> | null;
  /** The row is gone for good, and not only hidden. */
  deleted: boolean;
  /** When it was made, in milliseconds since 1970, and by which request; unknown where the outbox did not tell. */
  at?: number;
  request?: string | null | undefined;
  /** The language of who made it. */
  locale?: Language | undefined;
}

/** A change of what pages show. */
export type DirectoryChange = { [T in DirectoryTable]: ChangeOf<T> }[DirectoryTable];

/** A row of the outbox that this release does not understand; another one may have written it. */
export interface UnreadableChange {
  id: number;
  table: null;
  reason: string;
}

const outboxSchema = z.object({
  id: z.coerce.number(),
  table_name: z.string(),
  op: z.string(),
  old: z.record(z.string(), z.unknown()).nullable(),
  new: z.record(z.string(), z.unknown()).nullable(),
  changed_at: z.string(),
  request: z.string().nullish(),
  locale: z.enum(['en', 'es']).optional(),
});
type OutboxRow = z.output<typeof outboxSchema>;

/**
 * Rows of the outbox as changes of the directory.
 * @throws ZodError when one is no row of the outbox at all.
 */
export function parseChanges(data: unknown): (DirectoryChange | UnreadableChange)[] {
  return z.array(outboxSchema).parse(data).map(parseChange);
}

function parseChange(row: OutboxRow): DirectoryChange | UnreadableChange {
  const { id, op } = row;
  const unreadable = (reason: string) => ({ id, table: null, reason });
  const table = TABLES.find((known) => known === row.table_name);
  if (!table) return unreadable(`no page shows ${row.table_name}`);
  try {
    const [old, now] = [row.old, row.new].map((values) => shownRow(table, values, row));
    const rowId = String((row.new ?? row.old)?.id);
    const [at, deleted] = [Date.parse(row.changed_at), op === 'DELETE'];
    const { request, locale } = row;
    return { id, table, rowId, old, new: now, deleted, at, request, locale } as DirectoryChange;
  } catch (error) {
    return unreadable(error instanceof Error ? error.message : String(error));
  }
}

/** Null for a row that is private. */
function shownRow(table: DirectoryTable, values: OutboxRow['old'], { changed_at }: OutboxRow) {
  if (!values || values.public_visible === false) return null;
  // Earlier releases left the time of the change out of the row.
  return DIRECTORY_SCHEMAS[table].parse({ updated_at: changed_at, ...values });
}

/** For each table: how many rows it has, and a sum that differs when one was changed. */
export type DirectoryChecksum = Record<DirectoryTable, [rows: number, sum: string]>;
