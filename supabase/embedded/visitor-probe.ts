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
  'private.lead_intake',
  'private.lead_offers',
  'private.lead_senders',
  'private.rate_counters',
  'private.request_links',
];

/**
 * As a visitor first, then what every form does: a write. The owner's, because no visitor may write without a rule, and
 * not a quote itself, whose rows would have to be cleared away twice a second; but whoever keeps quotes out of their
 * tables keeps this out.
 */
const STATEMENTS = [
  'select 1',
  'set local role none',
  `do $$ declare t regclass; begin
    foreach t in array array[${QUOTE_TABLES.map((name) => `to_regclass('${name}')`)}] loop
      if t is not null then execute format('lock table %s in row exclusive mode', t); end if;
    end loop;
  end $$`,
  "insert into embedded.state (key, value) values ('probe', '') on conflict (key) do update set value = ''",
];

/**
 * Does what a visitor's request does, through the same queues, sessions, roles and settings, and takes it back: a
 * database can answer while no session is left for those who call. A full queue is no fault: it waits for its turn. The
 * services' own sessions are asked too: without them nobody signs in.
 */
export async function tryAsVisitor({
  connection,
  sql,
}: Pick<Database, 'connection' | 'sql'>): Promise<void> {
  const write = async (tx: Kysely<never>) => {
    for (const text of STATEMENTS) await tx.executeQuery(CompiledQuery.raw(text));
  };
  const attempt = async () => {
    await connection.withContext({ auth: { role: 'anon' } }, write as never, {
      forceRollback: true,
    });
    await sql('select 1 as services');
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
