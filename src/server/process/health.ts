import type { BackupRecord } from '#embedded/backup/last-backup.ts';
import type { Vitals } from '#embedded/index.ts';
import { causeOfCode } from '#node/causes.ts';

type PartState = 'ok' | 'no answer' | 'low' | 'full' | 'not writable';

/** What `/healthz` says of the parts behind the pages. */
export interface Health {
  /** `degraded`: requests are taken, only updates of pages wait. `failing`: requests are not taken. */
  status?: 'degraded' | 'failing';
  database?: PartState;
  api?: PartState;
  /** Absent in a process that neither serves nor publishes. */
  publisher?: PartState;
  disk: PartState;
  /** The last backup of the embedded backend; null before the first. */
  backup?: BackupRecord | null;
  /** One sentence an operator can act on. */
  reason?: string;
}

/** Puts together what is known. */
export function healthOf(
  backend: (Vitals & { reason?: string }) | null,
  publisherAnswers: boolean | null,
  diskProblem: string | null,
  backup: BackupRecord | null = null,
): Health {
  const { api, database, reason } = backend ?? {};
  const taken = (!backend || (api === 'ok' && database === 'ok')) && diskProblem === null;
  const cause = diskProblem ? sentenceOf(diskProblem) : reason && UNSTARTED;
  return {
    ...(!taken ? { status: 'failing' } : publisherAnswers === false ? { status: 'degraded' } : {}),
    ...(backend && { database, api }),
    ...(publisherAnswers !== null && { publisher: publisherAnswers ? 'ok' : 'no answer' }),
    disk: diskProblem === null ? 'ok' : isFull(diskProblem) ? 'full' : 'not writable',
    // The host of a project makes its backups, and does not tell us.
    ...(backend && { backup }),
    ...(cause && { reason: cause }),
  };
}

const isFull = (code: string) => code === 'ENOSPC' || code === 'EDQUOT';

function sentenceOf(code: string): string {
  const cause = causeOfCode(code) ?? `the data directory cannot be written (${code})`;
  return `${cause.charAt(0).toUpperCase()}${cause.slice(1)}.`;
}

/** Strangers read this too. Why, with names, ports and folders, is for those who read the log. */
const UNSTARTED = 'The database cannot be reached; the log of the server says why.';
