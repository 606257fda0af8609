import type { Database, Transaction } from './database.ts';

/** Any number will do, as long as every starting backend uses the same. */
const STARTING_LOCK = 7_241_968_305;

/** Runs one step of starting as a transaction, while no other backend on the same PostgreSQL is at one. */
export function startingStep<T>(
  db: Pick<Database, 'transaction'>,
  run: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.sql('select pg_advisory_xact_lock($1)', [STARTING_LOCK]);
    return run(tx);
  });
}
