import { type Call, forward, type Services } from './call.ts';
import { storageError } from './responses.ts';
import { type ObjectName, refuseKey } from './storage-names.ts';
import { checkedPicture } from './storage-pictures.ts';
import { refuseByQuota } from './storage-quota.ts';

/**
 * supabase-js sends a File or Blob as a form whose file has an empty field name, which @supabase/lite does not find.
 * Every upload goes on as a plain body of a known size, so that the bucket's limits hold for all of them.
 */
export async function upload(
  call: Call,
  target: ObjectName,
  services: Services,
): Promise<Response> {
  const refusal = refuseKey(target.name);
  if (refusal) return refusal;
  const sent = await fileOf(call);
  if (sent instanceof Response) return sent;
  const file = await checkedPicture(sent, target.bucket, services);
  if (file instanceof Response) return file;
  const full = await refuseByQuota(call, target, file.bytes.length, services);
  if (full) return full;
  const headers = new Headers(call.headers);
  headers.set('content-type', file.type);
  if (file.cacheControl) headers.set('cache-control', file.cacheControl);
  const response = await forward(services.app, { ...call, headers, body: file.bytes });
  if (!response.ok) await forgetOrphan(target, services);
  else if (file.metadata) await keepMetadata(target, file.metadata, services);
  return response;
}

/** @supabase/lite writes the file before the row: when the row is refused, the file has to go again. */
export async function forgetOrphan(
  { bucket, name }: ObjectName,
  { db, files }: Services,
): Promise<void> {
  const [row] = await db.sql('select 1 from storage.objects where bucket_id = $1 and name = $2', [
    bucket,
    name,
  ]);
  if (!row) await files.deleteObject(bucket, name).catch(() => {});
}

interface Upload {
  bytes: Uint8Array;
  type: string;
  cacheControl: string | null;
  /** What the sender says about the file; `info()` gives it back. */
  metadata: object | null;
}

async function fileOf(call: Call): Promise<Upload | Response> {
  const type = call.headers.get('content-type') ?? '';
  const bytes = call.body ?? new Uint8Array();
  if (!type.toLowerCase().startsWith('multipart/form-data')) {
    const metadata = metadataOf(fromBase64(call.headers.get('x-metadata')));
    if (metadata instanceof Response) return metadata;
    return { bytes, type: mediaType(type), cacheControl: null, metadata };
  }
  const form = await new Response(bytes as BodyInit, { headers: { 'content-type': type } })
    .formData()
    .catch(() => null);
  const file = form && [...form.values()].find((value): value is File => typeof value !== 'string');
  if (!form || !file)
    return storageError(400, 'InvalidRequest', 'Missing file in multipart upload');
  const metadata = metadataOf(form.get('metadata'));
  if (metadata instanceof Response) return metadata;
  return {
    bytes: new Uint8Array(await file.arrayBuffer()),
    type: mediaType(file.type),
    cacheControl: cacheControl(form.get('cacheControl')),
    metadata,
  };
}

function metadataOf(text: unknown): object | null | Response {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(String(text));
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value;
  } catch {
    // said below
  }
  return storageError(400, 'InvalidRequest', 'The metadata is no JSON object');
}

async function keepMetadata(
  { bucket, name }: ObjectName,
  metadata: object,
  { db }: Services,
): Promise<void> {
  await db.sql(
    'update storage.objects set user_metadata = $3::jsonb where bucket_id = $1 and name = $2',
    [bucket, name, metadata],
  );
}

function fromBase64(text: string | null): string | null {
  return text === null ? null : Buffer.from(text, 'base64').toString('utf8');
}

/** A number of seconds, or the words of the header; anything that no header can hold is left out. */
function cacheControl(value: unknown): string | null {
  if (typeof value !== 'string' || !/^[\x20-\x7e]{1,200}$/.test(value)) return null;
  return /^\d+$/.test(value) ? `max-age=${value}` : value;
}

function mediaType(value: string): string {
  return value.split(';')[0]?.trim().toLowerCase() || 'application/octet-stream';
}
