import { createHmac, randomBytes } from 'node:crypto';
import { createPostgresConnection } from '@supabase/lite/postgres';
import postgres from 'postgres';
import {
  APPLICATION,
  type Keys,
  LINK_SECRET,
  type PoolSize,
  type PoolSizes,
  type ServerAddress,
} from '../base/options.ts';
import { AUTHENTICATOR } from './authenticator.ts';
import { COLUMN_TYPES } from './column-types.ts';
import { KEEPALIVE, openNotifications } from './notifications.ts';
import { wholeSerializers } from './parameters.ts';
import { isPooled, unreachable } from './pooler.ts';

/** What sessions need of the keys; a command that takes no callers has none. */
export type SessionKeys = Partial<Pick<Keys, 'linkSecret' | 'databasePassword'>>;

/** Cancellations wait for nobody. */
const SPARE = 2;
/** An idle session keeps megabytes; a new one takes milliseconds. */
const IDLE_SECONDS = 60;
/** The health of the database is asked of one session after the other, so that none of them is idle for long. */
const LIFE_SECONDS = 300;
const RECONNECT_SECONDS = 0.1;
/** Nobody waits any more for what is still at work when the database closes. */
const CLOSE_SECONDS = 1;

/**
 * A driver for each pool of sessions, the one session beside them, and the connection of @supabase/lite, which is the
 * owner's. Callers come in as the authenticator, once the database has that role.
 * @param keys what the sessions get, and what the authenticator's password comes from.
 * @throws StartupError when the server cannot be reached, or when a pooler before it keeps no sessions.
 */
export async function openDrivers(
  at: string | ServerAddress,
  size: PoolSizes,
  { linkSecret, databasePassword = randomBytes(32).toString('base64url') }: SessionKeys,
) {
  const url = typeof at === 'string' ? at : '';
  const settings: Record<string, string> = linkSecret ? { [LINK_SECRET]: linkSecret } : {};
  const pooled = typeof at === 'string' && (await isPooled(at, named(at)));
  const options = {
    ...(typeof at !== 'string' && at),
    onnotice: () => {},
    // Not longer and longer, as by default: a server that is back is found at once.
    backoff: () => RECONNECT_SECONDS,
    connection: { application_name: APPLICATION, ...(!pooled && settings) },
  };
  const drawn = {
    ...options,
    idle_timeout: IDLE_SECONDS,
    max_lifetime: LIFE_SECONDS,
    types: COLUMN_TYPES,
  };
  const connection = createPostgresConnection({
    url,
    postgresOptions: { ...drawn, max: most(size.owner) },
  });
  const owner = connection.driver;
  const [row] = await owner.unsafe(`select ${AUTHENTICATOR} as name`).catch(async (error) => {
    await owner.end({ timeout: 1 });
    throw unreachable(named(at), error);
  });
  const authenticator = { username: row?.name, password: passwordFrom(databasePassword) };
  const callers = postgres(url, { ...drawn, ...authenticator, max: most(size.callers) });
  const drivers = [owner, callers];
  for (const each of drivers) each.options.serializers = wholeSerializers(each.options.serializers);
  return {
    connection,
    owner,
    callers,
    authenticator,
    notifications: openNotifications(url, {
      ...options,
      connection: { ...options.connection, ...(!pooled && KEEPALIVE) },
    }),
    /** What each transaction has to begin with; unset: sessions have it from their beginning. */
    pooledSettings: pooled ? settings : undefined,
    end: async () => {
      await Promise.all(drivers.map((each) => each.end({ timeout: CLOSE_SECONDS })));
    },
  };
}

/** Every server over one database comes to the same, and each of them may set it. */
const passwordFrom = (databasePassword: string) =>
  createHmac('sha256', databasePassword).update('authenticator').digest('base64url');

/** Twice, for those that were thrown away and whose end the server has not told yet. */
const most = ({ sessions }: PoolSize) => 2 * sessions + SPARE;

function named(at: string | ServerAddress): string {
  return typeof at === 'string'
    ? `The database in DATABASE_URL (${withoutPassword(at)})`
    : 'The embedded database';
}

function withoutPassword(url: string): string {
  try {
    const parsed = new URL(url);
    parsed.password = '';
    return parsed.href;
  } catch {
    return 'not a URL';
  }
}
