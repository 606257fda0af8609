import { json, storageError } from './responses.ts';

/** Parts of the hosted service that this one does not have. */
const ABSENT: [RegExp, string][] = [
  [/^render\//, 'image transformation'],
  [/^upload\/resumable(\/|$)/, 'resumable upload'],
  [/^s3(\/|$)/, 'S3 protocol'],
  [/^cdn\//, 'cache purging'],
  [/^bucket\/[^/]+\/lifecycle$/, 'bucket lifecycle'],
  [/^(iceberg|vector)(\/|$)/, 'analytics and vector buckets'],
];

/** The answer of hosted projects whose plan lacks a part; null for what is there. `rest` is the path after the service. */
export function refuseAbsent(rest: string): Response | null {
  const absent = ABSENT.find(([pattern]) => pattern.test(rest));
  if (!absent) return null;
  const message = `The feature ${absent[1]} is not enabled for this resource`;
  return storageError(409, 'NotSupported', message);
}

interface Failure {
  code?: unknown;
  statusCode?: unknown;
  error?: unknown;
  message?: unknown;
}

/** A refusal of @supabase/lite in the form of the hosted service, which has a code for each; successes as they are. */
export async function hostedForm(response: Response): Promise<Response> {
  if (response.ok || [304, 416].includes(response.status) || response.status >= 500)
    return response;
  const failure: Failure = Object(await response.json().catch(() => null));
  const { code, statusCode = response.status, error, message } = failure;
  if (typeof code === 'string') return json(response.status, failure);
  if (typeof message !== 'string' || typeof error !== 'string')
    return storageError(400, 'InvalidRequest', 'The request does not have the expected form');
  // An address that does not exist at all is 404 there too.
  if (error === 'Not Found') return json(404, { ...failure, statusCode: '404', code: error });
  const sentence = message
    .replace(/^(The object exceeded the maximum allowed size) of .*/, '$1')
    .replace(/^(mime type \S+ is not supported)\. .*/, '$1');
  return storageError(Number(statusCode) || 400, error, sentence);
}
