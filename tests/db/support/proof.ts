import { createHash, randomUUID } from 'node:crypto';
import type { Queryable } from '#embedded/index.ts';

/** The token of a request as the client's own device calls with it: six digits of an email were typed there. */
export async function provenToken(on: Queryable, lead: string, token: string): Promise<string> {
  const secret = randomUUID();
  await on.sql(
    `insert into private.device_proofs (secret_hash, lead_id, address_hash, proven_at, expires_at)
     select $1, c.lead_id, private.address_hash(c.email), private.clock(), private.clock() + interval '30 days'
     from public.lead_contacts c where c.lead_id = $2`,
    [createHash('sha256').update(secret).digest(), lead],
  );
  return `${token}.${secret}`;
}
