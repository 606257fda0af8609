import { setTimeout as pause } from 'node:timers/promises';
import { FairQueue } from '#node/fair-queue.ts';
import { goesFirst, noteBusy, restCaller } from '../../base/caller.ts';
import type { Database } from '../../base/database.ts';
import { expectMethods } from '../../base/installed.ts';
import { retried } from '../../base/retries.ts';
import { checkValues } from './argument-types.ts';
import { type DatabaseRole, guardQuery, isHeavy } from './rest-guard.ts';

type Vars = { auth?: { role?: string } } | undefined;

interface Hooks {
  onPostgrestAST: (query: Parameters<typeof guardQuery>[0], vars: Vars) => Promise<unknown>;
  withContext: (vars: Vars, ...rest: unknown[]) => Promise<unknown>;
}

/** A server of its own interrupts what takes long for what does not; most sessions stay free for that. */
const HEAVY_AT_ONCE = 4;

/**
 * Lets REST queries reach the database in turn. What pages never ask is refused, what may take long waits behind a
 * narrow gate of its own, everything else in a fair and bounded queue, and what a person has sent in one before that.
 * Each is one transaction, and runs again when it met another.
 * The secret key passes, but for values that fit no type.
 * @throws StartupError when this version of @supabase/lite parses or runs queries in another way.
 */
export function admitQueries({
  address,
  connection,
}: Pick<Database, 'address' | 'connection'>): void {
  const limits = { concurrency: 8, maxWaiting: 600, maxWaitingPerKey: 400 };
  const first = new FairQueue(limits, 'rest_first');
  const usual = new FairQueue(limits, 'rest');
  const inThisProcess = address === undefined;
  const heavy = new FairQueue(
    { concurrency: inThisProcess ? 1 : HEAVY_AT_ONCE, maxWaiting: 60, maxWaitingPerKey: 45 },
    'rest_heavy',
  );
  const hooks = connection as unknown as Hooks;
  expectMethods(connection, ['onPostgrestAST', 'withContext'], 'gateway/rest/admission.ts');
  const parsed = hooks.onPostgrestAST.bind(connection);
  hooks.onPostgrestAST = async (query, vars) => {
    const caller = restCaller();
    if (caller) {
      guardQuery(query, roleOf(vars));
      caller.heavy = isHeavy(query);
    }
    checkValues(query, await connection.introspect({ useCache: true }));
    return parsed(query, vars);
  };
  const run = hooks.withContext.bind(connection);
  hooks.withContext = (vars, ...rest) => {
    const caller = restCaller();
    const query = () => retried(() => run(vars, ...rest));
    if (!caller || roleOf(vars) === 'service_role') return query();
    if (goesFirst()) return first.run(caller.ip, query, caller.signal).catch(noteBusy);
    if (!caller.heavy) return usual.run(caller.ip, query, caller.signal).catch(noteBusy);
    return heavy
      .run(caller.ip, inThisProcess ? () => withPause(query) : query, caller.signal)
      .catch(noteBusy);
  };
}

const LONGEST_PAUSE_MS = 50;

/** Runs a query that may hold the thread for long, and leaves time for what has arrived meanwhile before the next one. */
async function withPause<T>(run: () => Promise<T>): Promise<T> {
  const started = performance.now();
  try {
    return await run();
  } finally {
    await pause(Math.min(LONGEST_PAUSE_MS, performance.now() - started));
  }
}

/** A request without a role is an anonymous one. */
function roleOf(vars: Vars): DatabaseRole {
  const role = vars?.auth?.role;
  return role === 'service_role' || role === 'authenticated' ? role : 'anon';
}
