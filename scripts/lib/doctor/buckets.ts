import { randomUUID } from 'node:crypto';
import type { Buckets } from '#config/process/bucket-settings.ts';
import { openBucket } from '#node/bucket.ts';
import type { BucketSettings } from '#node/bucket-requests.ts';
import { answersOf, type Finding, settled } from './finding.ts';
import { ask } from './setup.ts';

const KEY = '.muro/doctor';
const HEADERS = { contentType: 'text/plain', cacheControl: 'no-store' };

/** What each bucket that is set lets the server do, and strangers. */
export async function bucketFindings({ site, storage }: Buckets): Promise<Finding[]> {
  const found = await Promise.all([
    site ? settled('site bucket', () => bucketFinding('site bucket', site, false)) : [],
    storage ? settled('storage bucket', () => bucketFinding('storage bucket', storage, true)) : [],
  ]);
  return found.flat();
}

async function bucketFinding(
  check: string,
  settings: BucketSettings,
  isPrivate: boolean,
): Promise<Finding> {
  const { ok, fail } = answersOf(check);
  const { name, endpoint } = settings;
  const bucket = openBucket(settings, { mostTries: 2 });
  const text = randomUUID();
  await bucket.put(KEY, Buffer.from(text), HEADERS);
  try {
    const read = await bucket.get(KEY);
    const listed = await bucket.list(KEY).next();
    if (read?.body.toString() !== text || listed.value?.key !== KEY)
      return fail(`The bucket ${name} does not give back what was just put into it.`);
    const { status } = await ask(`${endpoint}/${name}/${KEY}`);
    if (isPrivate && status !== 401 && status !== 403)
      return fail(
        `The bucket ${name} answers strangers with ${status}, but private uploads are in it: make it private.`,
      );
  } finally {
    await bucket.remove([KEY]);
  }
  return ok(`Lists, takes, gives back and removes objects of the bucket ${name}.`);
}
