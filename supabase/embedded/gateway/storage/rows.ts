import { randomUUID } from 'node:crypto';
import { type Claims, claimsOf } from '#http/signed-token.ts';
import type { Transaction } from '../../base/database.ts';
import type { ObjectInfo, ObjectName } from '../../files/files.ts';
import type { Thumbnails } from '../../files/thumbnails.ts';
import type { Call, Services } from '../call/call.ts';
import { isBrowser } from '../call/credentials.ts';
import { bucketMissing, invalid, objectMissing } from './refusals.ts';

/** One request to storage. */
export interface Ask extends Services {
  thumbnails: Thumbnails;
  call: Call;
  /** As policies read it from `storage.operation()`. */
  operation: string;
}

type Work<T> = (tx: Transaction) => Promise<T>;
/** Runs work in one transaction, as the caller or as the service itself. */
export type Transact = (work: Work<void>) => Promise<void>;

/** What the caller's token or key says; null without either. */
export function claims({ call, keys }: Ask): Claims | null {
  if (call.service && isBrowser(call.headers))
    throw invalid('Forbidden use of secret API key in browser');
  if (call.token) return claimsOf(call.token, keys.jwtSecret);
  if (call.service) return { role: 'service_role' };
  return call.headers.get('apikey') === keys.publishableKey ? { role: 'anon' } : null;
}

/** The owner of what the caller stores; the secret key has none. */
export function ownerOf(ask: Ask): string | null {
  const sub = claims(ask)?.sub;
  return typeof sub === 'string' ? sub : null;
}

/** Everything in `work` in one transaction, with the caller's rights. */
export function asCaller<T>(ask: Ask, work: Work<T>): Promise<T> {
  const jwt = claims(ask);
  const auth = { role: String(jwt?.role ?? 'anon'), uid: String(jwt?.sub ?? ''), jwt };
  const storage = { operation: ask.operation, headers: ask.call.headers };
  return ask.db.asCaller({ auth, storage }, work);
}

/** @throws Refused when there is no such bucket at all. */
export async function expectBucket({ db }: Ask, bucket: string): Promise<void> {
  const [row] = await db.sql('select 1 from storage.buckets where id = $1', [bucket]);
  if (!row) throw bucketMissing();
}

export interface ObjectRow {
  id: string;
  name: string;
  version: string | null;
  metadata: Record<string, unknown> | null;
  user_metadata: object | null;
  [column: string]: unknown;
}

/** @throws Refused when there is no such object that the transaction may see. */
export async function objectOf(
  tx: Pick<Transaction, 'sql'>,
  { bucket, name }: ObjectName,
): Promise<ObjectRow> {
  const query = 'select * from storage.objects where bucket_id = $1 and name = $2';
  const [row] = await tx.sql<ObjectRow>(query, [bucket, name]);
  if (!row) throw objectMissing();
  return row;
}

/**
 * The row of an object: for everybody once it is shown in a public bucket, otherwise as far as policies let the caller
 * read it. The rows decide, so what is erased or went private is gone at once.
 * @throws Refused for all other callers.
 */
export async function readableObject(
  ask: Ask,
  address: ObjectName,
  onlyPublic = false,
): Promise<ObjectRow> {
  const { bucket, name } = address;
  const [row] = await ask.db.sql<ObjectRow & { open: boolean; shown: boolean }>(
    `select o.*, b.public as open, b.public and o.id is not null and private.is_object_public($1, $2) as shown
     from storage.buckets b
       left join storage.objects o on o.bucket_id = b.id and o.name = $2 where b.id = $1`,
    [bucket, name],
  );
  if (row?.shown) return row;
  if (!row || (!row.open && (onlyPublic || !claims(ask)))) throw bucketMissing();
  if (onlyPublic) throw objectMissing();
  return asCaller(ask, (tx) => objectOf(tx, address));
}

interface NewRow {
  owner: string | null;
  metadata: object;
  /** Null keeps that of the file which is replaced. */
  userMetadata: object | null;
}

/** Adds an object, or replaces the one of that name. Gives no row back: a caller who may add it may be unable to read it. */
export async function addObject(
  tx: Transaction,
  { bucket, name, version }: ObjectName,
  { owner, metadata, userMetadata }: NewRow,
  upsert: boolean,
): Promise<void> {
  const replace = `on conflict (bucket_id, name) do update set owner = excluded.owner, owner_id = excluded.owner_id,
    version = excluded.version, metadata = excluded.metadata,
    user_metadata = coalesce($5::jsonb, objects.user_metadata), updated_at = now()`;
  await tx.sql(
    `insert into storage.objects (bucket_id, name, owner, owner_id, metadata, user_metadata, version)
     values ($1, $2, $3::uuid, $3, $4, coalesce($5::jsonb, '{}'), $6) ${upsert ? replace : ''}`,
    [bucket, name, owner, metadata, userMetadata, version ?? randomUUID()],
  );
}

/** Changes the row of an object to name this version of it, and gives what reads or makes its bytes. */
type Placing = (tx: Transaction, file: ObjectName) => Promise<() => Promise<Content>>;
type Content = [bytes: Uint8Array, info: ObjectInfo];

/**
 * Changes the row of an object and writes the file that this gives: the row is only tried at first, the bytes are
 * written while no session of the database waits for them, and then the row names them. Two at one address write two
 * versions, of which the last row's stays; bytes that no row came to name go with a sweep, as nobody knows whether a
 * commit that was cut off happened.
 */
export async function place(
  ask: Ask,
  target: ObjectName,
  row: Placing,
  transact: Transact = (work) => asCaller(ask, work),
): Promise<void> {
  const file = { ...target, version: randomUUID() };
  const content = await tried(transact, (tx) => row(tx, file));
  await ask.files.put(file, ...(await content()));
  await transact(async (tx) => void (await row(tx, file)));
}

/** Does some work in a transaction and takes it back, to see whether policies let it. */
export async function tried<T>(transact: Transact, work: Work<T>): Promise<T> {
  const undo = new Error('Only tried, to see whether policies let it.');
  let result: T | undefined;
  await transact(async (tx) => {
    result = await work(tx);
    throw undo;
  }).catch((error) => {
    if (error !== undo) throw error;
  });
  return result as T;
}
