import { randomUUID } from 'node:crypto';
import type { Environment } from '#config/process/environment.ts';
import { unreachable } from '#config/unreachable.ts';
import { loadKeys, withDatabase } from '#embedded/index.ts';
import { codeOf } from '#node/errors.ts';

/** What the database says of itself (`examine_setup`). */
export interface Setup {
  now: string;
  migrations: string[] | null;
  media_origin: string | null;
  webhook_url: string | null;
  /** Of the call that was shown to it; null without a secret. */
  webhook_signature: string | null;
  pg_net: boolean;
  admins: number;
  mails_failed: number;
  /** What each chore that fails said last, by its name. */
  chores_failed: Record<string, string>;
  /** Stored agreements that are not what was hashed and signed. */
  agreements_altered: number;
}

/** A call of the webhook as the database would make it, signed or not. */
export interface Call {
  id: string;
  /** Seconds since 1970. */
  at: number;
  body: string;
}

export const newCall = (): Call => ({
  id: `msg_doctor_${randomUUID()}`,
  at: Math.floor(Date.now() / 1000),
  body: JSON.stringify({ type: 'site.changed' }),
});

export interface Project {
  url: string;
  publishableKey: string;
  secretKey: string;
  hosted: boolean;
}

const TIMEOUT_MS = 15_000;

/** One request, told in a sentence when nothing answers. */
export async function ask(url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error) => {
    throw new Error(unreachable(url, error));
  });
}

/** Asks over the API, as the publisher does. */
export function askSetup({ url, secretKey }: Project, call: Call): Promise<Response> {
  return ask(`${url}/rest/v1/rpc/examine_setup`, {
    method: 'POST',
    headers: { apikey: secretKey, 'content-type': 'application/json' },
    body: JSON.stringify({ p_id: call.id, p_at: call.at, p_body: call.body }),
  });
}

/**
 * Asks the database of a data directory that no server has; null where its migrations do not know the question.
 * @throws StartupError when there is no database yet.
 */
export async function setupOffline(
  { dataDir, databaseUrl, keys: given }: Environment,
  call: Call,
): Promise<Setup | null> {
  const keys = await loadKeys(dataDir, given);
  return withDatabase({ dataDir, databaseUrl, keys }, async (db) => {
    try {
      const [row] = await db.sql<{ setup: Setup }>(
        'select private.examine_setup($1, $2, $3) as setup',
        [call.id, call.at, call.body],
      );
      return row?.setup ?? null;
    } catch (error) {
      // No such function, or no such schema.
      if (['42883', '3F000'].includes(codeOf(error) ?? '')) return null;
      throw error;
    }
  });
}
