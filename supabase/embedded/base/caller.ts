import { AsyncLocalStorage } from 'node:async_hooks';
import { Busy, Gone } from '#node/fair-queue.ts';

interface Asked {
  ip: string;
  method: string;
  path: string;
  /** Fires when the client goes away: what it waits for need not be done. */
  signal?: AbortSignal | undefined;
  request?: string | undefined;
}

interface Caller extends Asked {
  /** Set when a queue refused it: @supabase/lite would answer 500. */
  busy: Busy | Gone | null;
  /** Known once the query is parsed. */
  heavy: boolean;
}

const calling = new AsyncLocalStorage<Caller>();

/** A person has typed these and waits: they go before what only reads. */
const FIRST = /^\/rest\/v1\/rpc\/(submit_lead|select_lead_artists|request_consultation)$/;

/** The address that the running request came from; one name for everything that no request asked for. */
export function callerKey(): string {
  return calling.getStore()?.ip ?? 'internal';
}

export function callerSignal(): AbortSignal | undefined {
  return calling.getStore()?.signal;
}

export function callerRequest(): string | undefined {
  return calling.getStore()?.request;
}

/** The running request when it is one to the REST service. */
export function restCaller(): Caller | null {
  const caller = calling.getStore();
  return caller?.path.startsWith('/rest/v1/') ? caller : null;
}

/** Whether the running request can change nothing. */
export function readsOnly(): boolean {
  const method = restCaller()?.method;
  return method === 'GET' || method === 'HEAD';
}

/** Whether the running request goes before others that wait for the database. */
export function goesFirst(): boolean {
  return FIRST.test(calling.getStore()?.path ?? '');
}

/**
 * Runs one request of `ip`: what it needs a place in a queue for is counted to that address.
 * @throws Busy when a queue was full and Gone when the client was, also when the services below made another answer of it.
 */
export async function onBehalfOf<T>(asked: Asked, run: () => Promise<T>): Promise<T> {
  const caller: Caller = { ...asked, busy: null, heavy: false };
  const result = await calling.run(caller, run);
  if (caller.busy) throw caller.busy;
  return result;
}

/** Remembers that a queue had no room for the running request, and passes the error on. */
export function noteBusy(error: unknown): never {
  const caller = calling.getStore();
  if (caller && (error instanceof Busy || error instanceof Gone)) caller.busy = error;
  throw error;
}
