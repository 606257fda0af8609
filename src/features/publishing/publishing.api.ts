import { AppError, parseAnswer, toAppError } from '#data/app-error.ts';
import { ask, call } from '#data/rpc.ts';
import {
  publishingSchema,
  type ReleaseSummary,
  releaseSchema,
  storageRoomSchema,
} from './publishing.ts';

/** Changes that wait, the last jobs and the last requests. Throws an AppError. */
export const readPublishing = () => ask(publishingSchema, 'admin_publishing');

/** Asks the publisher for a full build or for the previous release. Throws an AppError. */
export const requestPublish = (kind: 'rebuild' | 'rollback') =>
  call('request_publish', { p_kind: kind });

/** How full the storage is. Throws an AppError. */
export const readStorageRoom = () => ask(storageRoomSchema, 'storage_room');

/**
 * The release this site's own server shows; null on a host without one, such as a static host.
 * Throws an AppError when no answer arrives.
 */
export async function readRelease(signal?: AbortSignal): Promise<ReleaseSummary | null> {
  try {
    const answer = await fetch('/healthz', { signal: signal ?? null, cache: 'no-store' });
    if (answer.status === 404) return null;
    if (!answer.ok)
      throw new AppError({ code: 'unhealthy', message: 'Unhealthy', status: answer.status });
    return parseAnswer(releaseSchema, await answer.json());
  } catch (error) {
    throw toAppError(error);
  }
}
