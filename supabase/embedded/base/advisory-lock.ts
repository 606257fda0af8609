import type { Transaction } from './database.ts';

/** Any number will do, as long as every starting backend uses the same. */
const STARTING_LOCK = 7_241_968_305;

/** Runs one step of starting while no other backend on the same PostgreSQL is at one, until the transaction ends. */
export async function withAdvisoryLock<T>(tx: Transaction, run: () => Promise<T>): Promise<T> {
  await tx.sql('select pg_advisory_xact_lock($1)', [STARTING_LOCK]);
  return run();
}
