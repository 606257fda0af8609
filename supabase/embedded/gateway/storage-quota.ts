import { claimsOf } from '#http/signed-token.ts';
import type { Call, Services } from './call.ts';
import { storageError } from './responses.ts';
import { hasFunction } from './storage-access.ts';
import type { ObjectName } from './storage-names.ts';

const RULE = 'private.upload_refusal(text, text, uuid, text, bigint)';

type Quota = 'person' | 'network' | 'total';
const REFUSALS: Record<Quota, () => Response> = {
  person: () =>
    storageError(
      413,
      'QuotaExceeded',
      'There is no room for more photos. Delete some of yours first.',
    ),
  network: () =>
    storageError(429, 'too_many_requests', 'Too many photos at once. Try again in an hour.'),
  total: () =>
    storageError(507, 'QuotaExceeded', 'The site has no room for more photos right now.'),
};

/** The refusal of a file that passes what its sender, their network, the site or the disk has room for; else null. */
export async function refuseByQuota(
  call: Call,
  { bucket, name }: ObjectName,
  bytes: number,
  { db, files, keys }: Services,
): Promise<Response | null> {
  if (!(await files.hasRoomFor(bytes))) return REFUSALS.total();
  if (call.service || !(await hasFunction(db, RULE))) return null;
  const person = call.token ? claimsOf(call.token, keys.jwtSecret)?.sub : null;
  const [row] = await db.sql<{ quota: Quota | null }>(
    'select private.upload_refusal($1, $2, $3::uuid, $4, $5::bigint) as quota',
    [bucket, name, person ?? null, call.ip, bytes],
  );
  return row?.quota ? REFUSALS[row.quota]() : null;
}
