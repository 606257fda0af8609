import { setTimeout as pause } from 'node:timers/promises';
import { CompiledQuery, type Kysely } from 'kysely';
import { Busy } from '#node/fair-queue.ts';
import type { Database } from './database.ts';
import { onBehalfOf } from './gateway/caller.ts';

/** A quote, in turn with all others. */
const AS_A_QUOTE = { ip: 'health', method: 'POST', path: '/rest/v1/rpc/submit_lead' };
const AGAIN_MS = 100;

/** What a quote writes into. */
export const QUOTE_TABLES = [
  'public.lead_records',
  'public.lead_contacts',
  'private.fact_recounts',
  'private.request_intake',
  'private.request_offers',
  'private.request_senders',
  'private.rate_counters',
  'private.request_links',
];

/** Not a quote itself, whose rows would have to be cleared away twice a second. */
const WRITE = `select embedded.try_write(array['${QUOTE_TABLES.join("', '")}'])`;

/** A session that does not answer keeps what it was asked for long: then another is asked. */
const NEXT_MS = 500;
const MOST_ASKED = 6;

/**
 * Does what a visitor's request does, through the same queues, sessions, roles and settings, and takes it back: a
 * database can answer while no session is left for those who call. A full queue is no fault: it waits for its turn. The
 * services' own sessions are asked too: without them nobody signs in.
 */
export async function tryAsVisitor({
  connection,
  sql,
}: Pick<Database, 'connection' | 'sql'>): Promise<void> {
  const write = (tx: Kysely<never>) => tx.executeQuery(CompiledQuery.raw(WRITE));
  const attempt = async () => {
    await connection.withContext({ auth: { role: 'anon' } }, write as never, {
      forceRollback: true,
    });
    await askServices(sql);
  };
  for (;;) {
    try {
      return void (await onBehalfOf(AS_A_QUOTE, attempt));
    } catch (error) {
      if (!(error instanceof Busy)) throw error;
    }
    await pause(AGAIN_MS);
  }
}

async function askServices(sql: Database['sql']): Promise<void> {
  const answered = new AbortController();
  const ask = async (nth: number) => {
    await pause(nth * NEXT_MS, null, { signal: answered.signal });
    await sql('select 1 as services');
  };
  await Promise.any(Array.from({ length: MOST_ASKED }, (_, nth) => ask(nth)))
    .catch((error: AggregateError) => Promise.reject(error.errors[0]))
    .finally(() => answered.abort());
}
