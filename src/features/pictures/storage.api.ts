import { AppError, toAppError } from '#data/app-error.ts';
import { accessToken, apiKey, apiUrl, browserClient } from '#data/browser-client.ts';
import { type BucketName, uploadOf } from './upload.ts';

interface Upload {
  bucket: BucketName;
  path: string;
  file: Blob;
  /** Share of the bytes that have left, 0 to 1. */
  onProgress?: (share: number) => void;
  /** Ends it before it has arrived. */
  signal?: AbortSignal;
}

/** Without any progress for so long, a connection counts as lost. */
const STALLED_MS = 60_000;

/**
 * Puts a file into the caller's folder, over one of the same name, and gives its public address.
 * Throws an AppError: `network` with status 0, or the service's refusal.
 */
export async function uploadImage(upload: Upload): Promise<string> {
  const { bucket, path } = upload;
  const headers = {
    authorization: `Bearer ${await accessToken()}`,
    // Caches must not keep an artist who goes private or leaves; pages show copies of their own.
    'cache-control': 'max-age=60',
    'x-upsert': 'true',
  };
  await postFile(upload, headers);
  return publicUrl(bucket, path);
}

type Post = Omit<Upload, 'bucket'> & { bucket: string };

/**
 * Sends a file to the storage service. By XMLHttpRequest, because neither supabase-js nor fetch tells how far an upload
 * is. Throws an AppError: `network` with status 0, or the service's refusal.
 */
export async function postFile(
  { bucket, path, file, onProgress, signal }: Post,
  headers: Record<string, string>,
): Promise<void> {
  await new Promise<void>((done, fail) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${apiUrl()}/storage/v1/object/${bucket}/${path}`);
    const all = { ...headers, apikey: apiKey(), 'content-type': file.type };
    for (const [name, value] of Object.entries(all)) request.setRequestHeader(name, value);
    const started = performance.now();
    request.upload.onprogress = (event) => {
      // A slow connection is none that is lost.
      request.timeout = performance.now() - started + STALLED_MS;
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    };
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) done();
      else fail(refusal(request));
    };
    request.onerror = () => fail(new AppError({ code: 'network', message: 'No connection' }));
    request.ontimeout = request.onerror;
    request.onabort = request.onerror;
    request.timeout = STALLED_MS;
    signal?.addEventListener('abort', () => request.abort());
    if (signal?.aborted) request.onerror(new ProgressEvent('abort'));
    else request.send(file);
  });
}

function refusal(request: XMLHttpRequest): AppError {
  let answer: unknown;
  try {
    answer = JSON.parse(request.responseText);
  } catch {
    answer = { message: request.statusText };
  }
  return toAppError(answer, request.status);
}

/**
 * A small copy of one of the caller's own uploads, by its address, whether others may see it or not; at most about that
 * wide. Where the project makes no copies, the upload itself.
 */
export async function ownCopy(url: string, width: number): Promise<Blob> {
  const upload = uploadOf(url);
  if (!upload) throw new AppError({ code: 'not_found', message: 'Not an upload' });
  const files = (await browserClient()).storage.from(upload.bucket);
  const copy = await files.download(upload.path, { transform: { width, resize: 'contain' } });
  if (copy.data) return copy.data;
  const whole = await files.download(upload.path);
  if (whole.error) throw toAppError(whole.error);
  return whole.data;
}

/** The address under which everybody sees a file that a public page shows. */
function publicUrl(bucket: BucketName, path: string): string {
  return `${apiUrl()}/storage/v1/object/public/${bucket}/${path}`;
}

/** Removes files; names that are not there are no error. */
export async function removeFiles(bucket: BucketName, paths: string[]): Promise<void> {
  if (paths.length === 0) return;
  const client = await browserClient();
  const { error } = await client.storage.from(bucket).remove(paths);
  if (error) throw toAppError(error);
}

/** As many as the service lists at once without being asked. */
const LIST_PAGE = 100;

/** Paths of the files in the caller's folder. */
export async function ownFiles(bucket: BucketName, userId: string): Promise<string[]> {
  const files = (await browserClient()).storage.from(bucket);
  const paths: string[] = [];
  for (;;) {
    const { data, error } = await files.list(userId, { limit: LIST_PAGE, offset: paths.length });
    if (error) throw toAppError(error);
    paths.push(...data.map((file) => `${userId}/${file.name}`));
    if (data.length < LIST_PAGE) return paths;
  }
}
