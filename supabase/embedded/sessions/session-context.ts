import { CompiledQuery, type DatabaseConnection } from 'kysely';
import { callerRequest } from '../base/caller.ts';
import type { Caller } from '../base/database.ts';
import { expectMethods } from '../base/installed.ts';
import type { LiteConnection } from '../base/lite-connection.ts';
import { APPLICATION } from '../base/options.ts';
import { PipelinedConnection } from './pipelined-dialect.ts';
import { settingStatement } from './sessions.ts';

interface RpcRequest {
  method: string;
  path: string;
  requestHeaders?: Record<string, string>;
}

interface Internals {
  applyJwtSessionContext(tx: Executor, caller: Caller, switchRole: boolean): Promise<void>;
  applyRpcRequestGucs(tx: Executor, request: RpcRequest): Promise<void>;
}

interface Executor {
  getExecutor(): {
    provideConnection<T>(run: (connection: DatabaseConnection) => Promise<T>): Promise<T>;
  };
}

/** In characters: many times what a page asks for. The holder of the secret key owns the database. */
export const LONGEST_ANSWER = 8 * 2 ** 20;

/** Between two statements of one call there is no person to wait for. */
const IDLE_TIMEOUT = '10s';

/** In milliseconds, beside what PostgreSQL allows: it ends a statement of itself, one that is not answered then never is. */
const GRACE_MS = 5000;

/** How long to wait for the answer to a statement, by who asks. */
export function longestWaitMs(role = 'anon'): number {
  return secondsOf(role) * 1000 + GRACE_MS;
}

/** How long one statement may take, by who asks; as on hosted projects. */
const STATEMENT_SECONDS: Record<string, number> = { anon: 3, authenticated: 8, service_role: 60 };
const secondsOf = (role: string) => STATEMENT_SECONDS[role] ?? 8;

/**
 * Sends who is asking, and how long that may take, in one statement ahead of the query, on either engine.
 * @supabase/lite sends each setting alone, waits for it, and tells policies no headers.
 * @param authenticator whose session it becomes, where that of the owner is the only one.
 * @throws StartupError when this version of @supabase/lite has no such methods.
 */
export function takeOverSessionContext(connection: LiteConnection, authenticator?: string): void {
  const internals = connection as unknown as Internals;
  const methods = ['applyJwtSessionContext', 'applyRpcRequestGucs'];
  expectMethods(connection, methods, 'sessions/session-context.ts');
  internals.applyJwtSessionContext = (tx, caller) =>
    send(
      tx,
      callerSettings(caller, authenticator),
      caller.auth?.role === 'service_role' ? undefined : LONGEST_ANSWER,
      longestWaitMs(caller.auth?.role),
    );
  internals.applyRpcRequestGucs = (tx, request) => send(tx, requestSettings(request));
}

function callerSettings({ auth, storage }: Caller, authenticator?: string): Record<string, string> {
  const role = auth?.role || 'anon';
  const request = callerRequest();
  const claims = auth?.jwt && typeof auth.jwt === 'object' ? JSON.stringify(auth.jwt) : '';
  return {
    ...(authenticator && { session_authorization: authenticator }),
    statement_timeout: `${secondsOf(role)}s`,
    // Sooner: what waits for others may be sent again, what takes too long of itself may not.
    lock_timeout: `${secondsOf(role) - 1}s`,
    idle_in_transaction_session_timeout: IDLE_TIMEOUT,
    'request.jwt.claim.sub': String(auth?.uid ?? ''),
    'request.jwt.claim.role': role,
    'request.jwt.claims': claims,
    'storage.operation': String(storage?.operation ?? ''),
    'app.link_hash': storage?.link ?? '',
    ...(storage?.headers && {
      'request.headers': JSON.stringify(Object.fromEntries(storage.headers)),
    }),
    // Where PostgreSQL's views and log show it.
    ...(request && { application_name: `${APPLICATION} ${request}` }),
    // Last: from here on, nothing but what this role may do.
    role,
  };
}

function requestSettings(request: RpcRequest): Record<string, string> {
  return {
    'response.status': '',
    'response.headers': '',
    'request.method': request.method,
    'request.path': request.path,
    'request.headers': JSON.stringify(request.requestHeaders ?? {}),
  };
}

/** The statement that says in a transaction who asks: what follows it may do what the caller may. */
export const callerStatement = (caller: Caller, authenticator?: string) =>
  settingStatement(callerSettings(caller, authenticator));

function send(
  tx: Executor,
  settings: Record<string, string>,
  longestAnswer?: number,
  longestMs?: number,
): Promise<void> {
  const { text, params } = settingStatement(settings);
  const query = CompiledQuery.raw(text, params);
  return tx.getExecutor().provideConnection(async (connection) => {
    if (connection instanceof PipelinedConnection)
      await connection.send(query, longestAnswer, longestMs);
    else await connection.executeQuery(query);
  });
}
