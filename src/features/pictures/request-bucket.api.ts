import { browserClient } from '#data/browser-client.ts';

/**
 * A bucket of the storage service, also for a guest with the link of a request: its token goes in a header,
 * which policies read and no log keeps.
 */
export async function requestBucket(name: string, token?: string) {
  const bucket = (await browserClient()).storage.from(name);
  return token ? bucket.setHeader('x-request-token', token) : bucket;
}
