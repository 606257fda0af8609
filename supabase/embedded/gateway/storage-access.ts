import type { Database } from '../database.ts';
import { type Call, forward, type Services } from './call.ts';
import { storageError } from './responses.ts';
import { type ObjectName, objectName } from './storage-names.ts';

/** What stands before the bucket in addresses that are not an object's own; no bucket may be called so. */
export const OPERATIONS = /^(list|list-v2|sign|move|copy|info|upload|public|authenticated)(\/|$)/;

/** Bucket and name of `{bucket}/{name}` in a path that is decoded already; null when it names no object. */
export function objectAddress(rest: string): ObjectName | null {
  return OPERATIONS.test(rest) ? null : objectName(rest);
}

export const objectMissing = () => storageError(404, 'not_found', 'Object not found');

interface Visibility {
  /** Null where there is no such bucket. */
  public: boolean | null;
  shown: boolean;
}

/**
 * Whether everybody may see an object. The rows decide, that of the object and those that show it
 * (`private.is_object_public`): what is erased or went private is gone at once.
 */
async function visibility(
  { db }: Pick<Services, 'db'>,
  { bucket, name }: ObjectName,
): Promise<Visibility> {
  // A schema without the product's rule shows all of a public bucket, as the hosted service does.
  const rule = (await hasFunction(db, 'private.is_object_public(text, text)'))
    ? 'private.is_object_public($1, $2)'
    : 'b.public';
  const [row] = await db.sql<Visibility>(
    `select b.public, ${rule} and exists (
       select 1 from storage.objects o where o.bucket_id = b.id and o.name = $2) as shown
     from storage.buckets b where b.id = $1`,
    [bucket, name],
  );
  return row ?? { public: null, shown: false };
}

/** The refusal for an object that not everybody may see, or null. */
export async function refusePublic(
  services: Pick<Services, 'db'>,
  address: ObjectName,
): Promise<Response | null> {
  const seen = await visibility(services, address);
  if (!seen.public) return storageError(404, 'Bucket not found', 'Bucket not found');
  return seen.shown ? null : objectMissing();
}

/**
 * The refusal for somebody who may not read an object of a public bucket, or null. There @supabase/lite asks no policy,
 * so everybody may who may sign an address for it, and all may see what is shown. Of other buckets it takes care itself.
 */
export async function refuseReader(
  services: Services,
  call: Call,
  address: ObjectName,
): Promise<Response | null> {
  const seen = await visibility(services, address);
  if (!seen.public || seen.shown) return null;
  const headers = new Headers(call.headers);
  headers.set('content-type', 'application/json');
  const name = address.name.split('/').map(encodeURIComponent).join('/');
  const signed = await forward(
    services.app,
    { ...call, method: 'POST', headers },
    {
      path: `/storage/v1/object/sign/${encodeURIComponent(address.bucket)}/${name}`,
      body: '{"expiresIn":1}',
    },
  );
  await signed.body?.cancel();
  return signed.ok ? null : objectMissing();
}

const functions = new WeakMap<Database, Map<string, Promise<boolean>>>();

/** Whether the schema has a function of the product; asked once. */
export function hasFunction(db: Database, signature: string): Promise<boolean> {
  const known = functions.get(db) ?? new Map<string, Promise<boolean>>();
  functions.set(db, known);
  const asked =
    known.get(signature) ??
    db
      .sql<{ there: boolean }>('select to_regprocedure($1) is not null as there', [signature])
      .then(([row]) => row?.there ?? false);
  known.set(signature, asked);
  asked.catch(() => known.delete(signature));
  return asked;
}
