import { STORAGE_KEY_BYTES } from '#http/body-limits.ts';
import { storageError } from './responses.ts';

/** The characters that hosted storage takes, except '?', which @supabase/lite cannot read in an address. */
const KEY = /^[\w/!\-.*'() &$@=;:+,]+$/;
const BUCKET = /^[\w!\-.*'() &$@=;:+,]{1,63}$/;

export interface ObjectName {
  bucket: string;
  name: string;
}

/** The bucket and the name in 'bucket/folder/name'; null when one of them is missing. */
export function objectName(path: string): ObjectName | null {
  const slash = path.indexOf('/');
  if (slash <= 0 || slash === path.length - 1) return null;
  return { bucket: path.slice(0, slash), name: path.slice(slash + 1) };
}

/** The refusal of a name that nothing may be stored under; null for a good one. */
export function refuseKey(name: unknown): Response | null {
  const good =
    typeof name === 'string' &&
    KEY.test(name) &&
    name.length <= STORAGE_KEY_BYTES &&
    !name.split('/').some((part) => part === '' || part === '.' || part === '..');
  return good ? null : storageError(400, 'InvalidKey', 'Invalid key');
}

export function refuseBucketName(name: unknown): Response | null {
  if (typeof name === 'string' && BUCKET.test(name) && !/^\.+$/.test(name)) return null;
  return storageError(400, 'Invalid Input', 'Bucket name invalid', 'InvalidBucketName');
}
