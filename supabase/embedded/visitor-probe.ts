import { CompiledQuery, type Kysely } from 'kysely';
import type { Database } from './database.ts';

/** As a visitor first, then what every form does: a write. The owner's, because no visitor may write without a rule. */
const STATEMENTS = [
  'select 1',
  'set local role none',
  "insert into embedded.state (key, value) values ('probe', '') on conflict (key) do update set value = ''",
];

/**
 * Does what a visitor's request does, over the same sessions, roles and settings, and takes it back: a database can
 * answer while no session is left for those who call.
 */
export async function tryAsVisitor({ connection }: Pick<Database, 'connection'>): Promise<void> {
  const write = async (tx: Kysely<never>) => {
    for (const text of STATEMENTS) await tx.executeQuery(CompiledQuery.raw(text));
  };
  await connection.withContext({ auth: { role: 'anon' } }, write as never, { forceRollback: true });
}
