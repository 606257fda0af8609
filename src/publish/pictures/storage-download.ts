import { unreachable } from '#config/unreachable.ts';

/** The storage does not answer, or says that it cannot just now. */
export class StorageUnavailable extends Error {}

const PUBLIC = '/storage/v1/object/public/';

/**
 * Fetches uploads from the backend, whatever the public address in their URL is; anything else is refused. With the
 * secret key: the public address answers only while a public page shows the upload, and that is what is being made.
 */
export function storageDownload(origin: string, backendUrl: string, secretKey: string) {
  const headers = { apikey: secretKey, authorization: `Bearer ${secretKey}` };
  return async (url: string): Promise<Uint8Array> => {
    const { origin: host, pathname } = new URL(url);
    const ours = host === origin || host === new URL(backendUrl).origin;
    if (!ours || !pathname.startsWith(PUBLIC)) throw new Error('not an upload');
    const unavailable = (error: Error) => {
      throw new StorageUnavailable(unreachable(backendUrl, error));
    };
    const file = pathname.replace(PUBLIC, '/storage/v1/object/authenticated/');
    const response = await fetch(new URL(file, backendUrl), {
      headers,
      signal: AbortSignal.timeout(30_000),
    }).catch(unavailable);
    if (response.status >= 500 || response.status === 429)
      throw new StorageUnavailable(`the storage answered ${response.status}`);
    if (!response.ok) throw new Error(`the storage answered ${response.status}`);
    return new Uint8Array(await response.arrayBuffer().catch(unavailable));
  };
}
