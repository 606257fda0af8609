import { statfs } from 'node:fs/promises';
import { QUEUES_PATH } from '#embedded/base/messages.ts';
import type { QueueLoad } from '#node/fair-queue.ts';
import type { DatabaseFigures, Figures } from '../prometheus.ts';
import type { Health } from './health.ts';

/** A reader of /metrics waits for no more than this; what comes later is left out. */
const WITHIN_MS = 2000;

interface Sources {
  dataDir: string;
  project: { url: string; secretKey: string; hosted: boolean };
  health: () => Promise<Partial<Health>>;
}

/** What the parts of the product say of themselves now, each within two seconds. */
export async function readFigures({ dataDir, project, health }: Sources): Promise<Figures> {
  const { url, secretKey, hosted } = project;
  const ask = <T>(path: string) => askBackend<T>(url, secretKey, path);
  const [state, queues, database, disk] = await Promise.all([
    health(),
    hosted ? null : ask<Record<string, QueueLoad>>(QUEUES_PATH),
    // A GET that nobody waits for any more ends in the database too.
    ask<DatabaseFigures>('/rest/v1/rpc/operator_figures'),
    statfs(dataDir).catch(() => null),
  ]);
  const { api, database: db, publisher, disk: room, backup } = state;
  const parts = Object.entries({ api, database: db, publisher, disk: room });
  const known = parts.filter(([, said]) => said !== undefined);
  return {
    parts: Object.fromEntries(known.map(([part, said]) => [part, said === 'ok' || said === 'low'])),
    queues,
    database,
    disk: disk && { free: disk.bavail * disk.bsize, size: disk.blocks * disk.bsize },
    backup: backup ? Date.parse(backup.at) / 1000 : null,
  };
}

/** What a backend answers to its secret key within two seconds. */
export async function askBackend<T>(
  url: string,
  secretKey: string,
  path: string,
): Promise<T | null> {
  try {
    const response = await fetch(url + path, {
      headers: { apikey: secretKey, authorization: `Bearer ${secretKey}` },
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    return response.ok ? ((await response.json()) as T) : null;
  } catch {
    return null;
  }
}
