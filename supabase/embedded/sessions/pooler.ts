import postgres from 'postgres';
import { sentence } from '#node/errors.ts';
import { StartupError } from '../base/errors.ts';
import { APPLICATION } from '../base/options.ts';

/** A setting that means nothing: a pooler refuses it, as PgBouncer does, or drops it. */
const HARMLESS = 'app.direct';
const REFUSED = /unsupported startup parameter/;

/**
 * Whether a pooler, such as PgBouncer, stands before the database: then sessions cannot get settings as they begin.
 * @throws StartupError when nothing answers, or when the pooler keeps no sessions.
 */
export async function isPooled(url: string, named: string): Promise<boolean> {
  const direct = open(url, { [HARMLESS]: 'on' });
  try {
    const [row] = await direct.unsafe(`select current_setting('${HARMLESS}', true) as said`);
    if (row?.said === 'on') return false;
  } catch (error) {
    if (!REFUSED.test((error as Error).message)) throw unreachable(named, error);
  } finally {
    await direct.end({ timeout: 1 });
  }
  await refuseMixedSessions(url, named);
  return true;
}

export function unreachable(named: string, error: unknown): StartupError {
  return new StartupError(`${named} cannot be reached: ${sentence(error)}.`, { cause: error });
}

/** Two clients that take turns in this order meet one session, or another one, where sessions are not their own. */
async function refuseMixedSessions(url: string, named: string): Promise<void> {
  const [one, other] = [open(url), open(url)];
  try {
    const pids: number[] = [];
    for (const client of [one, other, other, one])
      pids.push((await client.unsafe('select pg_backend_pid() as pid'))[0]?.pid);
    const [first, second, third, fourth] = pids;
    if (first === fourth && second === third && first !== second) return;
  } catch (error) {
    throw unreachable(named, error);
  } finally {
    await Promise.all([one, other].map((client) => client.end({ timeout: 1 })));
  }
  throw new StartupError(
    `${named} is a pooler in transaction mode, which gives each transaction another session; the product needs sessions that stay. Name the pooler's session mode (PgBouncer's pool_mode = session, Supavisor's port 5432) or the database itself. Nothing was changed.`,
  );
}

const open = (url: string, settings: Record<string, string> = {}) =>
  postgres(url, {
    max: 1,
    fetch_types: false,
    onnotice: () => {},
    connection: { application_name: APPLICATION, ...settings },
  });
