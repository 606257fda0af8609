import type { Database } from './database.ts';

const functions = new WeakMap<Database, Map<string, Promise<boolean>>>();

/** Whether the schema has a function of the product; asked once. */
export function hasFunction(db: Database, signature: string): Promise<boolean> {
  const known = functions.get(db) ?? new Map<string, Promise<boolean>>();
  functions.set(db, known);
  const asked =
    known.get(signature) ??
    db
      .sql<{ there: boolean }>('select to_regprocedure($1) is not null as there', [signature])
      .then(([row]) => row?.there ?? false);
  known.set(signature, asked);
  asked.catch(() => known.delete(signature));
  return asked;
}
