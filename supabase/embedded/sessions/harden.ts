import { goesFirst } from '../base/caller.ts';
import { expectMethods } from '../base/installed.ts';
import type { LiteConnection } from '../base/lite-connection.ts';
import { isSqlState, statusOfState } from '../base/sqlstate.ts';

interface Internals {
  ensureRlsContext: () => Promise<boolean>;
  normalizeDbError: (error: unknown) => unknown;
}

interface DbError {
  code?: unknown;
  message?: string;
  detail?: string | null;
  hint?: string | null;
}

/** Classes that @supabase/lite already answers as PostgREST does. */
const ANSWERED = /^(23505|23503|23502|25006|42(?!P17)|22|21|PT|PGRST)/;

/**
 * Cures three defects of @supabase/lite 0.10 that no option turns off.
 *
 * - On the first request after each start it runs `GRANT ALL ON ALL TABLES ... TO anon, authenticated`, which undoes
 *   every revoke and column grant of the migrations. The roles and grants come from our prelude instead.
 * - Refusals of constraints quote the whole row.
 * - CHECK violations and plain RAISE are answered as 500 "SUP"; PostgREST answers 400 with the SQLSTATE.
 *
 * @throws StartupError when this version of @supabase/lite has no such methods.
 */
export function harden(connection: LiteConnection): void {
  const internals = connection as unknown as Internals;
  expectMethods(connection, ['ensureRlsContext', 'normalizeDbError'], 'sessions/harden.ts');
  internals.ensureRlsContext = async () => true;
  const original = internals.normalizeDbError.bind(connection);
  internals.normalizeDbError = (error) => answerable(original(error));
}

function answerable(error: unknown): unknown {
  const known = error as DbError | null;
  const code = known?.code;
  if (!isSqlState(code)) return error;
  // A constraint's detail quotes the row, with columns that the caller may not read.
  const told = code.startsWith('23')
    ? { ...known, code, message: known?.message, detail: null }
    : error;
  if (ANSWERED.test(code)) return told;
  return {
    code: 'PGRST',
    message: JSON.stringify({
      code,
      message: known?.message ?? '',
      details: (told as DbError).detail ?? null,
      hint: known?.hint ?? null,
    }),
    detail: JSON.stringify({ status: statusOf(code), headers: {} }),
  };
}

/** What a person has typed took too long because of others, and may be sent again; a query is as long as it was asked. */
const statusOf = (code: string) => (code === '57014' && goesFirst() ? 503 : statusOfState(code));
