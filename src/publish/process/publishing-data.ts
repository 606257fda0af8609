import { programClient } from '#data/process/program-client.ts';
import { parseRows, ReadError } from '#data/rows.ts';
import { type FinishedJob, jobResult } from '#features/publishing/publishing.ts';
import { z } from '#lib/zod.ts';
import { type DirectoryChecksum, parseChanges } from '#site/directory/directory-change.ts';

const sumSchema = z.tuple([z.number(), z.string()]);
const checksumSchema = z.object({
  artists: sumSchema,
  murals: sumSchema,
  cities: sumSchema,
  reviews: sumSchema,
  mural_redirects: sumSchema,
  estimate_rates: sumSchema,
  city_rules: sumSchema,
});

const newsSchema = z.object({
  last: z.number().nullable(),
  known: z.boolean(),
  files: z.array(z.string()),
});

const requestSchema = z.object({ id: z.coerce.string(), kind: z.enum(['rebuild', 'rollback']) });

/** What the publisher asks of the database, with the secret key: the outbox, its jobs and what admins ask for. */
export function publishingData(url: string, secretKey: string, hosted = false) {
  const client = programClient(url, secretKey, 'SUPABASE_SECRET_KEY', hosted);
  const call = async (name: string, parameters: Record<string, unknown> = {}) => {
    const { data, error } = await client.rpc(name, parameters);
    if (error) throw new ReadError(name, error.message);
    return data as unknown;
  };
  let last: { writes: string | null; sum: DirectoryChecksum } | undefined;
  return {
    readChanges: async (limit: number) =>
      parseChanges(await call('read_site_changes', { p_limit: limit })),
    /** Drops published changes and notes the job that published them. */
    finishChanges: async (ids: readonly number[], job: FinishedJob) => {
      const { kind, ok } = job;
      await call('finish_site_changes', {
        p_ids: ids,
        p_job: { kind, ok, result: jobResult(job) },
      });
    },
    /** Ends the pauses of artists whose day has come: changes of the outbox like others. */
    endPauses: async () => void (await call('end_pauses')),
    /** Brings what accepted proposals say into the rates of estimates: a change of the outbox like others. */
    refreshEstimates: async () => void (await call('refresh_estimates')),
    /**
     * Every row is read only where something was written since the last time.
     * @param again whatever was written: the database counts writes some seconds late.
     */
    directoryChecksum: async (again = false): Promise<DirectoryChecksum> => {
      // Asked first: what is written in between is in the sum, and the next look asks for another one.
      const writes = z
        .string()
        .nullable()
        .parse(await call('directory_writes'));
      if (!again && writes !== null && writes === last?.writes) return last.sum;
      const sum = checksumSchema.parse(await call('directory_checksum'));
      last = { writes, sum };
      return sum;
    },
    /** False when this webhook id was seen before. */
    rememberWebhook: async (id: string) => (await call('remember_webhook', { p_id: id })) === true,
    startJob: async (kind: string, detail: object) =>
      z.string().parse(await call('start_publish_job', { p_kind: kind, p_detail: detail })),
    finishJob: async (id: string, ok: boolean, detail: object) => {
      await call('finish_publish_job', { p_id: id, p_ok: ok, p_detail: detail });
    },
    readRequests: async () =>
      parseRows('publish_requests', requestSchema, {
        data: await call('read_publish_requests'),
        error: null,
      }),
    /** Takes or renews a lease for so many seconds; gives who has it now. */
    takeLease: async (name: string, holder: string, seconds: number) =>
      z
        .string()
        .parse(await call('take_lease', { p_name: name, p_holder: holder, p_seconds: seconds })),
    endLease: async (name: string, holder: string) => {
      await call('end_lease', { p_name: name, p_holder: holder });
    },
    /** Tells servers that follow; false when another server leads. */
    noteSiteFiles: async (holder: string, files: readonly string[]) =>
      (await call('note_site_files', { p_holder: holder, p_files: files })) === true,
    readSiteLog: async (after: number | null) =>
      newsSchema.parse(await call('read_site_log', { p_after: after })),
    finishRequest: async (id: string) => {
      await call('finish_publish_request', { p_id: Number(id) });
    },
  };
}
export type PublishingData = ReturnType<typeof publishingData>;
