import { test } from 'vitest';
import type { Queryable } from '#embedded/index.ts';

/** Anything the tests can open a transaction on: the embedded backend or native PostgreSQL. */
export interface TestDb extends Queryable {
  transaction<T>(run: (tx: Queryable) => Promise<T>): Promise<T>;
}

/** Who calls, as the API would present them to PostgreSQL. */
export interface Caller {
  role: 'anon' | 'authenticated' | 'service_role' | 'postgres';
  userId?: string;
  headers?: Record<string, string>;
}

class RolledBack extends Error {}

/** Runs in a transaction that is always rolled back. */
export async function scratch(db: TestDb, run: (tx: Queryable) => Promise<unknown>): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      await run(tx);
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
}

/** A test in a transaction that is undone after it. */
export const scratchTests =
  (db: TestDb) =>
  (title: string, run: (tx: Queryable) => Promise<unknown>, timeout?: number): void =>
    test(title, () => scratch(db, run), timeout);

/** Makes the rest of the transaction (or savepoint) run as this caller. */
export async function become(tx: Queryable, caller: Caller): Promise<void> {
  const claims = { sub: caller.userId, role: caller.role };
  await tx.sql(
    `select set_config('request.jwt.claim.sub', $1, true), set_config('request.jwt.claim.role', $2, true),
            set_config('request.jwt.claims', $3, true), set_config('request.headers', $4, true), set_config('role', $2, true)`,
    [
      caller.userId ?? '',
      caller.role,
      JSON.stringify(claims),
      JSON.stringify(caller.headers ?? {}),
    ],
  );
}

/** One statement as a caller, committed. */
export function call<T>(
  db: TestDb,
  caller: Caller,
  text: string,
  params: unknown[] = [],
): Promise<T[]> {
  return db.transaction(async (tx) => {
    await become(tx, caller);
    return tx.sql<T>(text, params);
  });
}

/** An email as its worker gets it. */
export interface Leased<Data = Record<string, unknown>> {
  id: string;
  kind: string;
  address: string;
  optional: boolean;
  data: Data;
}

/** The emails that are due within a transaction, which its owner goes on with. */
export async function leasedIn<Data>(tx: Queryable): Promise<Leased<Data>[]> {
  await become(tx, { role: 'service_role' });
  const rows = await tx.sql<Leased<Data>>('select * from public.lease_mails(100, 60)');
  await become(tx, { role: 'postgres' });
  return rows;
}

/** What the worker of the mails does: all that the clock does, whenever it did it last, and then mails that are due. */
export async function work<T = Leased>(db: TestDb, limit = 100): Promise<T[]> {
  await db.sql('update private.chores set last_at = null');
  await call(db, { role: 'service_role' }, 'select public.run_chores()');
  return call(db, { role: 'service_role' }, 'select * from public.lease_mails($1, 60)', [limit]);
}

/** The stable code of a refusal: the product's own, or the SQLSTATE. */
export function codeOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  if (code === 'PGRST') return String(JSON.parse(message ?? '{}').code);
  return code ?? `not a database error: ${message}`;
}

/** Runs a call that must be refused; gives its code, sentence and field. */
export async function refusal(
  work: Promise<unknown>,
): Promise<{ code: string; message: string; field: string | null; status?: number }> {
  try {
    await work;
  } catch (error) {
    const { code, message, detail } = error as { code?: string; message: string; detail?: string };
    if (code !== 'PGRST') return { code: code ?? '', message, field: null };
    const body = JSON.parse(message);
    return {
      code: body.code,
      message: body.message,
      field: body.details,
      status: JSON.parse(detail ?? '{}').status,
    };
  }
  throw new Error('The call was expected to be refused, but it succeeded');
}

/** What an expression gives a caller: committed where it is asked of a database; in a transaction its owner goes on. */
export async function answered<T>(
  on: TestDb | Queryable,
  who: Caller,
  expression: string,
  params: readonly unknown[] = [],
): Promise<T> {
  const text = `select ${expression} as answer`;
  if ('transaction' in on)
    return (await call<{ answer: T }>(on, who, text, [...params]))[0]?.answer as T;
  await become(on, who);
  const [row] = await on.sql<{ answer: T }>(text, [...params]);
  await become(on, { role: 'postgres' });
  return row?.answer as T;
}

/** The code of a call that must be refused, within the transaction, which goes on as if it had not been made. */
export async function refusedIn(tx: Queryable, run: () => Promise<unknown>): Promise<string> {
  await tx.sql('savepoint refused');
  const { code } = await refusal(run());
  await tx.sql('rollback to savepoint refused');
  return code;
}

/** Calls a function of the API as somebody, with its arguments by their names without `p_`; see `answered`. */
export const callByName = <T>(on: TestDb | Queryable, who: Caller, name: string, args: object) =>
  answered<T>(
    on,
    who,
    `public.${name}(${Object.keys(args).map((key, n) => `p_${key} => $${n + 1}`)})`,
    Object.values(args),
  );
