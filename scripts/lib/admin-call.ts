import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Environment } from '#config/environment.ts';
import { loadKeys, withDatabase } from '#embedded/index.ts';

export type AdminCall =
  | { name: 'grant_admin' | 'revoke_admin'; email: string }
  | { name: 'list_admins' };

export interface AdminRow {
  email: string;
  role?: string;
}

/**
 * Asks the database, by the way that is open: the hosted project or the running server with the secret key, otherwise
 * the data directory itself.
 * @throws Error with a sentence when there is no such account.
 */
export async function callAdmin(environment: Environment, call: AdminCall): Promise<AdminRow[]> {
  const { hosted, dataDir } = environment;
  if (hosted) return overHttp(hosted.url, hosted.secretKey, call);
  const backendUrl = await runningBackend(dataDir);
  if (backendUrl) return overHttp(backendUrl, (await loadKeys(dataDir)).secretKey, call);
  return inDirectory(environment, call);
}

/** What `npm start` wrote down, if that process still answers. */
async function runningBackend(dataDir: string): Promise<string | null> {
  try {
    const run = JSON.parse(await readFile(path.join(dataDir, 'run.json'), 'utf8')) as {
      backendUrl?: string;
    };
    const health = await fetch(`${run.backendUrl}/_health`, {
      signal: AbortSignal.timeout(15_000),
    });
    return health.ok && run.backendUrl ? run.backendUrl : null;
  } catch {
    return null;
  }
}

async function overHttp(url: string, secretKey: string, call: AdminCall): Promise<AdminRow[]> {
  const response = await fetch(`${url}/rest/v1/rpc/${call.name}`, {
    method: 'POST',
    headers: { apikey: secretKey, 'content-type': 'application/json' },
    body: JSON.stringify('email' in call ? { p_email: call.email } : {}),
  });
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw explain(body, call);
  return [body].flat() as AdminRow[];
}

async function inDirectory(
  { dataDir, databaseUrl }: Environment,
  call: AdminCall,
): Promise<AdminRow[]> {
  return withDatabase({ dataDir, databaseUrl }, async (db) => {
    if (call.name === 'list_admins')
      return db.sql<AdminRow>('select email from public.list_admins()');
    try {
      const rows = await db.sql<{ row: AdminRow }>(`select public.${call.name}($1) as row`, [
        call.email,
      ]);
      return rows.map(({ row }) => row);
    } catch (error) {
      throw explain(coded(error), call);
    }
  });
}

/** The rules of the database raise JSON as their message. */
function coded(error: unknown): unknown {
  try {
    return JSON.parse((error as Error).message);
  } catch {
    return error;
  }
}

function explain(problem: unknown, call: AdminCall): Error {
  const { code, message } = Object(problem) as { code?: string; message?: string };
  if (code === 'account_unknown' && 'email' in call) {
    return new Error(
      `There is no account with the e-mail ${call.email}. Sign up on the site first, then run this again.`,
    );
  }
  return new Error(`The database refused: ${message ?? 'no reason given'}`);
}
