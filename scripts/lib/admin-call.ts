import type { Environment } from '#config/process/environment.ts';
import { loadKeys } from '#embedded/index.ts';
import { httpAccounts } from './admin-http.ts';
import { offlineAccounts } from './admin-offline.ts';
import { runState } from './running.ts';

export interface AdminRow {
  email: string;
  role?: string;
}

/** What an operator does to accounts; each rejects with a sentence. */
export interface Accounts {
  grant(email: string): Promise<AdminRow>;
  revoke(email: string): Promise<AdminRow>;
  list(): Promise<AdminRow[]>;
  /** Makes a confirmed account that is an admin. */
  create(email: string, password: string): Promise<void>;
  /** Gives an account another password and ends its sessions. */
  setPassword(email: string, password: string): Promise<void>;
}

const HOSTED = { url: 'PUBLIC_SUPABASE_URL', key: 'SUPABASE_SECRET_KEY' };

/**
 * The accounts, by the way that is open: the hosted project or the running server with the secret key, otherwise the
 * data directory itself.
 */
export async function openAccounts(environment: Environment): Promise<Accounts> {
  const { hosted, dataDir, keys } = environment;
  if (hosted) return httpAccounts(hosted.url, hosted.secretKey, HOSTED);
  const backendUrl = await runningBackend(dataDir);
  return backendUrl
    ? httpAccounts(backendUrl, (await loadKeys(dataDir, keys)).secretKey, null)
    : offlineAccounts(environment);
}

/** The API of a server that runs over this data directory and answers. */
async function runningBackend(dataDir: string): Promise<string | null> {
  const run = await runState(dataDir);
  if (!run) return null;
  const signal = AbortSignal.timeout(15_000);
  const health = await fetch(`${run.backendUrl}/_health`, { signal }).catch(() => null);
  return health?.ok ? run.backendUrl : null;
}
