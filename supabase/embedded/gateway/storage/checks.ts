import { imageKind, isPdf, PDF } from '#http/picture-kind.ts';
import { claimsOf } from '#http/signed-token.ts';
import type { ObjectName } from '../../files/files.ts';
import { plainPicture } from '../../files/pictures/plain.ts';
import type { Call } from '../call/call.ts';
import { needsPassword } from './pdf-password.ts';
import { bucketMissing, invalid, refusal } from './refusals.ts';
import type { Ask } from './rows.ts';

/** Of a bucket that says nothing else. */
const LARGEST = 50 * 2 ** 20;

/**
 * A file as its bucket keeps it. In a bucket of pictures, or of pictures and PDFs, its type is what its first bytes say,
 * whatever its sender says, and what would tell where a picture was taken is gone.
 * @throws Refused for what the bucket does not take.
 */
export async function checkedFile<T extends { bytes: Uint8Array; type: string }>(
  { db }: Ask,
  bucket: string,
  file: T,
): Promise<T> {
  const [row] = await db.sql<{ size: number | null; types: string[] | null }>(
    'select file_size_limit::float8 as size, allowed_mime_types as types from storage.buckets where id = $1',
    [bucket],
  );
  if (!row) throw bucketMissing();
  const types = row.types ?? [];
  const tooLarge = file.bytes.length > (row.size ?? LARGEST);
  const isKnown = types.length > 0 && types.every(isReadable);
  const type = (isKnown && !tooLarge && typeOf(file.bytes, types)) || file.type;
  if (types.length > 0 && !types.includes(type))
    throw refusal(415, 'invalid_mime_type', `mime type ${type} is not supported`);
  if (tooLarge)
    throw refusal(413, 'Payload too large', 'The object exceeded the maximum allowed size');
  if (!isKnown) return file;
  const kind = imageKind(file.bytes);
  if (!kind && typeOf(file.bytes, types)) {
    if (needsPassword(file.bytes)) throw passwordNeeded();
    return { ...file, type };
  }
  if (!kind) throw invalid(`The file is not a ${namesOf(types)}, whatever it is called`);
  const bytes = plainPicture(kind, Buffer.from(file.bytes));
  if (!bytes) throw invalid('The picture is damaged');
  return { ...file, bytes, type };
}

const passwordNeeded = () => refusal(400, 'pdf_needs_password', 'The PDF needs a password to open');

/** Whether first bytes tell a file of this type. */
const isReadable = (type: string) => type === PDF || type.startsWith('image/');

function typeOf(bytes: Uint8Array, types: readonly string[]): string | null {
  const kind = imageKind(bytes);
  if (kind) return `image/${kind}`;
  return types.includes(PDF) && isPdf(bytes) ? PDF : null;
}

const namesOf = (types: readonly string[]) =>
  types.includes(PDF) ? 'PDF, JPEG or WebP file' : 'JPEG, PNG, WebP or AVIF picture';

const REFUSALS: Record<'person' | 'network' | 'total', [number, string, string]> = {
  person: [413, 'QuotaExceeded', 'There is no room for more photos. Delete some of yours first.'],
  network: [429, 'too_many_requests', 'Too many photos at once. Try again in an hour.'],
  total: [507, 'QuotaExceeded', 'The site has no room for more photos right now.'],
};

/** @throws Refused for a file that passes what its sender, their network, the site or the disk has room for. */
export async function expectRoom(
  { call, db, files, keys }: Ask,
  { bucket, name }: ObjectName,
  bytes: number,
): Promise<void> {
  if (!(await files.hasRoomFor(bytes))) throw refusal(...REFUSALS.total);
  if (call.service) return;
  const person = call.token ? claimsOf(call.token, keys.jwtSecret)?.sub : null;
  const [row] = await db.sql<{ quota: keyof typeof REFUSALS | null }>(
    'select private.upload_refusal($1, $2, $3::uuid, $4, $5::bigint) as quota',
    [bucket, name, person ?? null, call.ip, bytes],
  );
  if (row?.quota) throw refusal(...REFUSALS[row.quota]);
}

export const mayReplace = ({ method, headers }: Call): boolean =>
  method === 'PUT' || headers.get('x-upsert') === 'true';
