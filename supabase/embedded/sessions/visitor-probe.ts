import { setTimeout as pause } from 'node:timers/promises';
import { CompiledQuery, type Kysely } from 'kysely';
import { Busy } from '#node/fair-queue.ts';
import { onBehalfOf } from '../base/caller.ts';
import type { Database } from '../base/database.ts';

/** A quote, in turn with all others. */
const AS_A_QUOTE = { ip: 'health', method: 'POST', path: '/rest/v1/rpc/submit_lead' };
const AGAIN_MS = 100;

/** What a quote writes into. */
export const QUOTE_TABLES = [
  'public.lead_records',
  'public.lead_contacts',
  'public.site_facts',
  'private.request_intake',
  'private.request_offers',
  'private.request_senders',
  'private.rate_counters',
  'private.request_links',
];

/** Not a quote itself, whose rows would have to be cleared away twice a second. */
const WRITE = `select embedded.try_write(array['${QUOTE_TABLES.join("', '")}'])`;

/** Of a services' session. */
const ANSWER_MS = 500;

/**
 * Does what a visitor's request does, through the same queues, sessions, roles and settings, and takes it back: a
 * database can answer while no session is left for those who call. A full queue is no fault: it waits for its turn. The
 * services' own sessions are asked too: without them nobody signs in.
 */
export async function tryAsVisitor({
  connection,
  servicesAnswer,
}: Pick<Database, 'connection' | 'servicesAnswer'>): Promise<void> {
  const write = (tx: Kysely<never>) => tx.executeQuery(CompiledQuery.raw(WRITE));
  const attempt = () =>
    Promise.all([
      connection.withContext({ auth: { role: 'anon' } }, write as never, { forceRollback: true }),
      servicesAnswer(ANSWER_MS),
    ]);
  for (;;) {
    try {
      return void (await onBehalfOf(AS_A_QUOTE, attempt));
    } catch (error) {
      if (!(error instanceof Busy)) throw error;
    }
    await pause(AGAIN_MS);
  }
}
