import { programClient } from '#data/process/program-client.ts';
import { parseRows, ReadError } from '#data/rows.ts';
import { z } from '#lib/zod.ts';

const leasedSchema = z.object({
  id: z.number(),
  kind: z.string(),
  message_id: z.string(),
  address: z.string(),
  attempts: z.number(),
  optional: z.boolean(),
  forgotten: z.boolean(),
  locale: z.enum(['en', 'es']),
  data: z.unknown(),
});

export type MailQueueData = ReturnType<typeof mailQueue>;

/** The outbox of mails over the API, with the secret key; also of a hosted project. */
export function mailQueue(url: string, secretKey: string, hosted = false) {
  const client = programClient(url, secretKey, 'SUPABASE_SECRET_KEY', hosted);
  return {
    /** Does what is due by the clock: reminders, digests, expiry, facts, forgetting. */
    runChores: async () => {
      const { error } = await client.rpc('run_chores');
      if (error) throw new ReadError('run_chores', error.message);
    },
    /** Mails that are due, for so many seconds. */
    lease: async (limit: number, seconds: number) =>
      parseRows(
        'mails',
        leasedSchema,
        await client.rpc('lease_mails', { p_limit: limit, p_seconds: seconds }),
      ),
    /** Keeps leased mails for so many seconds more. */
    keep: async (ids: readonly number[], seconds: number) => {
      const { error } = await client.rpc('keep_mails', { p_ids: ids, p_seconds: seconds });
      if (error) throw new ReadError('keep_mails', error.message);
    },
    /** Notes what became of a mail. */
    finish: async (
      id: number,
      { ok, answer, permanent }: { ok: boolean; answer: string; permanent: boolean },
    ) => {
      const { error } = await client.rpc('finish_mail', {
        p_id: id,
        p_ok: ok,
        p_answer: answer,
        p_permanent: permanent,
      });
      if (error) throw new ReadError('finish_mail', error.message);
    },
    /** Ends the mails that a token is for, if it is for any. */
    unsubscribe: async (token: string) => {
      const { error } = await client.rpc('unsubscribe', { p_token: token });
      if (error) throw new ReadError('unsubscribe', error.message);
    },
  };
}
