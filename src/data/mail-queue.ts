import { createClient } from '@supabase/supabase-js';
import { z } from '#domain/zod.ts';
import { projectFetch } from './project-fetch.ts';
import { parseRows, ReadError } from './rows.ts';

const leasedSchema = z.object({
  id: z.number(),
  kind: z.string(),
  message_id: z.string(),
  address: z.string(),
  optional: z.boolean(),
  forgotten: z.boolean(),
  data: z.unknown(),
});

/** The outbox of mails over the API, with the secret key; also of a hosted project. */
export function mailQueue(url: string, secretKey: string, hosted = false) {
  const settings = { url: 'PUBLIC_SUPABASE_URL', key: 'SUPABASE_SECRET_KEY' };
  const client = createClient(url, secretKey, {
    global: { fetch: projectFetch(hosted ? settings : null) },
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
  return {
    /** Mails that are due, for so many seconds. */
    lease: async (limit: number, seconds: number) =>
      parseRows(
        'mails',
        leasedSchema,
        await client.rpc('lease_mails', { p_limit: limit, p_seconds: seconds }),
      ),
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
  };
}
