import { AppError, parseAnswer, toAppError, unwrap } from '#data/app-error.ts';
import { browserClient } from '#data/browser-client.ts';
import { z } from '#lib/zod.ts';
import {
  type Publishing,
  publishingSchema,
  type ReleaseSummary,
  releaseSchema,
  type StorageRoom,
  storageRoomSchema,
} from './publishing.ts';

/** Changes that wait, the last jobs and the last requests. Throws an AppError. */
export async function readPublishing(): Promise<Publishing> {
  const client = await browserClient();
  return parseAnswer(publishingSchema, unwrap(await client.rpc('admin_publishing')));
}

/** Asks the publisher for a full build or for the previous release; gives the request's id. Throws an AppError. */
export async function requestPublish(kind: 'rebuild' | 'rollback'): Promise<number> {
  const client = await browserClient();
  return parseAnswer(z.number(), unwrap(await client.rpc('request_publish', { p_kind: kind })));
}

/** How full the storage is. Throws an AppError. */
export async function readStorageRoom(): Promise<StorageRoom> {
  const client = await browserClient();
  return parseAnswer(storageRoomSchema, unwrap(await client.rpc('storage_room')));
}

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
