import { AsyncLocalStorage } from 'node:async_hooks';
import { Busy } from './fair-queue.ts';

interface Caller {
  ip: string;
  /** Set when some queue was full: @supabase/lite would answer 500. */
  busy: Busy | null;
}

const calling = new AsyncLocalStorage<Caller>();

/** The address that the running request came from; one name for everything that no request asked for. */
export function callerKey(): string {
  return calling.getStore()?.ip ?? 'internal';
}

/**
 * Runs one request of `ip`: what it needs a place in a queue for is counted to that address.
 * @throws Busy when a queue was full, also when the services below made another answer of it.
 */
export async function onBehalfOf<T>(ip: string, run: () => Promise<T>): Promise<T> {
  const caller: Caller = { ip, busy: null };
  const result = await calling.run(caller, run);
  if (caller.busy) throw caller.busy;
  return result;
}

/** Remembers that a queue had no room for the running request, and passes the error on. */
export function noteBusy(error: unknown): never {
  const caller = calling.getStore();
  if (caller && error instanceof Busy) caller.busy = error;
  throw error;
}
