import { grouped } from '#lib/format.ts';
import { z } from '#lib/zod.ts';

const details = z.record(z.string(), z.unknown()).nullable();

/** One run of the publisher: what it was asked, how it ended. */
const publishJobSchema = z.object({
  id: z.string(),
  kind: z.string(),
  detail: details,
  ok: z.boolean().nullable(),
  result: details,
  started_at: z.string(),
  finished_at: z.string().nullable(),
});
export type PublishJob = z.output<typeof publishJobSchema>;

/** What the publishing tab shows of the database's side. */
export const publishingSchema = z.object({
  pending: z.number().int(),
  jobs: z.array(publishJobSchema),
  requests: z.array(z.object({ finished_at: z.string().nullable() })),
});
export type Publishing = z.output<typeof publishingSchema>;

/** What /healthz answers; a host may say more. A hosted project has its own backups, and says nothing of them. */
export const releaseSchema = z.looseObject({
  release: z.string().nullable(),
  /** The one before, which a rollback shows; null where there is none, absent where the host does not say. */
  previous: z.string().nullish(),
  backup: z.object({ at: z.string(), bytes: z.number() }).nullish(),
});
export type ReleaseSummary = z.output<typeof releaseSchema>;

/** When a release was made, by its id: '20261124-101500-ab12cd'; null for none. */
export function releasedAt(id: string | null | undefined): string | null {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)-/.exec(id ?? '') ?? [];
  return year ? `${year}-${month}-${day}T${hour}:${minute}:${second}Z` : null;
}

/** What all uploads take together, and what they may. */
export const storageRoomSchema = z.object({ bytes: z.number(), limit: z.number() });
export type StorageRoom = z.output<typeof storageRoomSchema>;

/** '3.2 MB', '1.2 GB', '20 GB'. */
export function megabytes(bytes: number): string {
  const [size, unit] = bytes < 2 ** 30 ? [bytes / 2 ** 20, 'MB'] : [bytes / 2 ** 30, 'GB'];
  return `${Math.floor(size * 10) / 10} ${unit}`;
}

/** 'Done', 'Failed' or 'Running'. */
export function jobState(
  job: Pick<PublishJob, 'ok' | 'finished_at'>,
): 'Done' | 'Failed' | 'Running' {
  if (job.finished_at === null) return 'Running';
  return job.ok ? 'Done' : 'Failed';
}

/** '38 ms', '1.4 s', '2 min 5 s'; null while the job runs. */
export function jobDuration(
  job: Pick<PublishJob, 'started_at' | 'finished_at'> & Partial<Pick<PublishJob, 'result'>>,
): string | null {
  if (job.finished_at === null) return null;
  // Short jobs are noted when they are over, and say themselves how long they took.
  const noted = job.result?.ms;
  const ms =
    typeof noted === 'number'
      ? noted
      : Math.max(0, Date.parse(job.finished_at) - Date.parse(job.started_at));
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** The routes a job touched: a count, and the first few by name when the publisher named them. */
export function jobRoutes(job: Pick<PublishJob, 'detail' | 'result'>): string {
  const routes = job.result?.routes ?? job.detail?.routes ?? job.result?.pages;
  if (typeof routes === 'number') return `${grouped(routes)} routes`;
  if (!Array.isArray(routes)) return '—';
  const named = routes.slice(0, 3).map(String).join(', ');
  return routes.length > 3 ? `${named} and ${grouped(routes.length - 3)} more` : named || '—';
}

/** Why a job failed, if the publisher said so. */
export function jobError(job: Pick<PublishJob, 'result'>): string | null {
  const error = job.result?.error ?? job.result?.message;
  return typeof error === 'string' ? error : null;
}

/** What operators see of a finished piece of work. */
export interface FinishedJob {
  kind: 'publish' | 'listings';
  ok: boolean;
  ms: number;
  routes: string[];
  errors: string[];
}

/** More routes than a person reads are only counted. */
const MAX_NAMED_ROUTES = 20;
const MAX_NAMED_ERRORS = 5;

/** A job as the database keeps it. */
export function jobResult({ ms, routes, errors }: FinishedJob) {
  return {
    ms: Math.round(ms),
    routes: routes.length > MAX_NAMED_ROUTES ? routes.length : routes,
    ...(errors.length > 0 && { error: errors.slice(0, MAX_NAMED_ERRORS).join('\n') }),
  };
}
