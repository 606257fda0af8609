import { programClient } from '#data/process/program-client.ts';
import { parseRows, ReadError } from '#data/rows.ts';
import { z } from '#lib/zod.ts';

const leasedSchema = z.object({
  id: z.number(),
  kind: z.string(),
  /** The same at every try. */
  message_id: z.string(),
  address: z.string(),
  /** This try among them. */
  attempts: z.number(),
  /** Whether its reader may end mails of this kind. */
  optional: z.boolean(),
  /** Nothing may be kept of whom it went to. */
  forgotten: z.boolean(),
  /** What its reader reads. */
  locale: z.enum(['en', 'es']),
  data: z.unknown(),
});
/** A mail that a process has for the time of its lease. */
export type LeasedMail = z.output<typeof leasedSchema>;

export interface Outcome {
  ok: boolean;
  /** What the server said. */
  answer: string;
  /** No further try would end otherwise. */
  permanent: boolean;
}

export type MailQueue = ReturnType<typeof mailQueue>;

/** The outbox of mails over the API, with the secret key; also of a hosted project. */
export function mailQueue(url: string, secretKey: string, hosted = false) {
  const client = programClient(url, secretKey, 'SUPABASE_SECRET_KEY', hosted);
  const call = async (name: string, parameters = {}) => {
    const { error } = await client.rpc(name, parameters);
    if (error) throw new ReadError(name, error.message);
  };
  return {
    /** Does what is due by the clock: reminders, digests, expiry, facts, forgetting. */
    runChores: () => call('run_chores'),
    /** Mails that are due, for so many seconds. */
    lease: async (limit: number, seconds: number) =>
      parseRows(
        'mails',
        leasedSchema,
        await client.rpc('lease_mails', { p_limit: limit, p_seconds: seconds }),
      ),
    /** Keeps leased mails for so many seconds more. */
    keep: (ids: readonly number[], seconds: number) =>
      call('keep_mails', { p_ids: ids, p_seconds: seconds }),
    /** Notes what became of a mail. */
    finish: (id: number, { ok, answer, permanent }: Outcome) =>
      call('finish_mail', { p_id: id, p_ok: ok, p_answer: answer, p_permanent: permanent }),
    /** Ends the mails that a token is for, if it is for any. */
    unsubscribe: (token: string) => call('unsubscribe', { p_token: token }),
  };
}
