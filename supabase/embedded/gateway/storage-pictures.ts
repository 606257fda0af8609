import { imageKind } from '#http/picture-kind.ts';
import { plainPicture } from '../pictures/plain.ts';
import type { Services } from './call.ts';
import { storageError } from './responses.ts';

interface File {
  bytes: Uint8Array;
  type: string;
}

interface Bucket {
  file_size_limit: number | null;
  allowed_mime_types: string[] | null;
}

/**
 * A file for a bucket of pictures, as it is kept: its type is what its first bytes say, whatever its sender says, and
 * what would tell where it was taken is gone. Other buckets take files as they are.
 * @returns the refusal of what is no picture.
 */
export async function checkedPicture<T extends File>(
  file: T,
  bucket: string,
  { db }: Services,
): Promise<T | Response> {
  const [row] = await db.sql<Bucket>(
    'select file_size_limit::float8, allowed_mime_types from storage.buckets where id = $1',
    [bucket],
  );
  const types = row?.allowed_mime_types ?? [];
  const tooLarge = file.bytes.length > (row?.file_size_limit ?? Number.POSITIVE_INFINITY);
  // The service refuses what is too large in words of its own.
  if (tooLarge || types.length === 0 || !types.every((type) => type.startsWith('image/')))
    return file;
  const kind = imageKind(file.bytes);
  // So it does with a type that the bucket does not take.
  if (!kind) return types.includes(file.type) ? noPicture() : file;
  const type = `image/${kind}`;
  if (!types.includes(type)) return { ...file, type };
  const bytes = plainPicture(kind, Buffer.from(file.bytes));
  return bytes ? { ...file, bytes, type } : damaged();
}

const noPicture = () =>
  storageError(
    400,
    'InvalidRequest',
    'The file is not a JPEG, PNG, WebP or AVIF picture, whatever it is called',
  );
const damaged = () => storageError(400, 'InvalidRequest', 'The picture is damaged');
