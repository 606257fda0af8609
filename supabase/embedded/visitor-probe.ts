import { setTimeout as pause } from 'node:timers/promises';
import { CompiledQuery, type Kysely } from 'kysely';
import { Busy } from '#node/fair-queue.ts';
import type { Database } from './database.ts';
import { onBehalfOf } from './gateway/caller.ts';

/** A quote, in turn with all others. */
const AS_A_QUOTE = { ip: 'health', method: 'POST', path: '/rest/v1/rpc/submit_lead' };
const AGAIN_MS = 100;

/** As a visitor first, then what every form does: a write. The owner's, because no visitor may write without a rule. */
const STATEMENTS = [
  'select 1',
  'set local role none',
  "insert into embedded.state (key, value) values ('probe', '') on conflict (key) do update set value = ''",
];

/**
 * Does what a visitor's request does, through the same queues, sessions, roles and settings, and takes it back: a
 * database can answer while no session is left for those who call. A full queue is no fault: it waits for its turn.
 */
export async function tryAsVisitor({ connection }: Pick<Database, 'connection'>): Promise<void> {
  const write = async (tx: Kysely<never>) => {
    for (const text of STATEMENTS) await tx.executeQuery(CompiledQuery.raw(text));
  };
  const attempt = () =>
    connection.withContext({ auth: { role: 'anon' } }, write as never, { forceRollback: true });
  for (;;) {
    try {
      return void (await onBehalfOf(AS_A_QUOTE, attempt));
    } catch (error) {
      if (!(error instanceof Busy)) throw error;
    }
    await pause(AGAIN_MS);
  }
}
