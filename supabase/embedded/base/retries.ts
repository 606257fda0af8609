import { setTimeout as pause } from 'node:timers/promises';
import { codeOf } from '#node/errors.ts';
import type { Database } from './database.ts';

/** A deadlock, or two that cannot follow each other. */
const MET_ANOTHER = /^40(P01|001)$/;
const TRIES = 3;
const LONGEST_PAUSE_MS = 60;

/**
 * Runs a whole transaction again, at most twice, when PostgreSQL undid it because it met another one: nothing of it was
 * kept. The wait is random, so that the two do not meet again.
 * @throws what it threw the last time.
 */
export async function retried<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction();
    } catch (error) {
      if (tries === TRIES || !MET_ANOTHER.test(codeOf(error) ?? '')) throw error;
    }
    await pause(Math.random() * LONGEST_PAUSE_MS * tries);
  }
}

/** A database whose transactions run again when they met another one. Each of them must change nothing but the database. */
export function withRetries(db: Database): Database {
  return {
    ...db,
    sql: (text, params) => retried(() => db.sql(text, params)),
    transaction: (run) => retried(() => db.transaction(run)),
    asCaller: (caller, run) => retried(() => db.asCaller(caller, run)),
  };
}
