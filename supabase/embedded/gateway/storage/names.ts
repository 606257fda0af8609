import { STORAGE_KEY_BYTES } from '#http/body-limits.ts';
import type { ObjectName } from '../../files/files.ts';
import { objectMissing, refusal } from './refusals.ts';

/** The characters that hosted storage takes, except '?', which ends the path of an address. */
const KEY = /^[\w/!\-.*'() &$@=;:+,]+$/;
const BUCKET = /^[\w!\-.*'() &$@=;:+,]{1,63}$/;

/** @throws Refused for a path that names no object. */
export function objectIn(path: string): ObjectName {
  const [, bucket, name] = /^([^/]+)\/(.+)$/s.exec(path) ?? [];
  if (!bucket || !name) throw objectMissing();
  return { bucket, name };
}

/** @throws Refused for a path under which nothing may be stored. */
export function newObjectIn(path: string): ObjectName {
  const [bucket = '', ...parts] = path.split('/');
  return { bucket, name: checkedKey(parts.join('/')) };
}

/** @throws Refused for a name under which nothing may be stored. */
export function checkedKey(name: unknown): string {
  const good =
    typeof name === 'string' &&
    KEY.test(name) &&
    name.length <= STORAGE_KEY_BYTES &&
    !name.split('/').some((part) => part === '' || part === '.' || part === '..');
  if (!good) throw refusal(400, 'InvalidKey', 'Invalid key');
  return name;
}

/** @throws Refused for a name that no bucket may have. */
export function checkBucketName(name: unknown): void {
  if (typeof name !== 'string' || !BUCKET.test(name) || /^\.+$/.test(name))
    throw refusal(400, 'Invalid Input', 'Bucket name invalid', 'InvalidBucketName');
}
