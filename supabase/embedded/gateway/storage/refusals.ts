import { BucketError } from '#node/bucket-error.ts';
import { codeOf, sentence } from '#node/errors.ts';
import { impersonal } from '#node/redact.ts';
import { isSqlState, statusOfState } from '../../base/sqlstate.ts';
import type { Call, Services } from '../call/call.ts';
import { Refused, storageError } from '../call/responses.ts';

/** Ends a request to storage with an error of the hosted service. */
export const refusal = (...error: Parameters<typeof storageError>) =>
  new Refused(storageError(...error));

export const invalid = (message: string) => refusal(400, 'InvalidRequest', message);
export const malformed = () => invalid('The request does not have the expected form');
export const bucketMissing = () => refusal(404, 'Bucket not found', 'Bucket not found');
export const objectMissing = () => refusal(404, 'not_found', 'Object not found');
export const forbidden = () =>
  refusal(403, 'Unauthorized', 'new row violates row-level security policy');

/** For reads that failed: an object that is not there is missing, one that nobody can reach is not. */
export function unlessAway(error: unknown): never {
  throw error instanceof BucketError ? error : objectMissing();
}

const OF_CODE: Record<string, () => Refused> = {
  '42501': forbidden,
  '23505': () => refusal(409, 'Duplicate', 'The resource already exists'),
  '23503': () => refusal(404, 'InvalidRequest', 'The related resource does not exist'),
  // Of the disk, whose names have 255 bytes, or of a bucket, whose keys have 1,024.
  ENAMETOOLONG: () => refusal(400, 'InvalidKey', 'Invalid key'),
};

/**
 * The answer to a request that was refused by us, by a policy or by a trigger.
 * @throws the error itself when it says that something is broken here.
 */
export function refused(
  error: unknown,
  { method, path, request }: Call,
  { log }: Services,
): Response {
  const code = codeOf(error) ?? '';
  const known = error instanceof Refused ? error : OF_CODE[code]?.();
  if (known) return known.answer;
  if (!isSqlState(code) || statusOfState(code) >= 500) throw error;
  const about = { event: 'request.failed', level: 'warn', request, status: 400 } as const;
  log(impersonal(`${method} ${path} answered 400: ${sentence(error)}`), about);
  return storageError(400, 'InvalidRequest', 'The request holds a value that cannot be used');
}
