import { programClient } from '#data/process/program-client.ts';
import { parseRows, ReadError } from '#data/rows.ts';
import { BUCKETS } from '#features/pictures/upload.ts';
import { z } from '#lib/zod.ts';
import { type PhotoStore, PhotoWorker } from '../imported-photos/photo-worker.ts';
import type { Source } from './source.ts';

/** What failed in passing is due again half a minute later at the earliest. */
const SWEEP_MS = 30_000;

const leasedSchema = z.object({
  id: z.number(),
  artist_id: z.guid(),
  bucket: z.enum([BUCKETS.photo.name, BUCKETS.portfolio.name]),
  url: z.string(),
});

/** Photos of imports in the project: their rows, and files in its buckets. */
export function photoStore({
  backendUrl,
  secretKey,
  publicBackendUrl,
  origin,
}: Pick<Source, 'backendUrl' | 'secretKey' | 'publicBackendUrl' | 'origin'>): PhotoStore {
  const client = programClient(
    backendUrl,
    secretKey,
    'SUPABASE_SECRET_KEY',
    publicBackendUrl !== '',
  );
  const finish = async (
    id: number,
    outcome: { p_stored_url?: string; p_problem?: string; p_permanent?: boolean },
  ) => {
    const { data, error } = await client.rpc('finish_imported_photo', { p_id: id, ...outcome });
    if (error) throw new ReadError('finish_imported_photo', error.message);
    return data !== null;
  };
  return {
    lease: async (limit, seconds) =>
      parseRows(
        'photos of imports',
        leasedSchema,
        await client.rpc('lease_imported_photos', { p_limit: limit, p_seconds: seconds }),
      ),
    keep: async (bucket, path, bytes) => {
      const { error } = await client.storage
        .from(bucket)
        .upload(path, bytes, { contentType: 'image/webp', upsert: true });
      if (error) throw new ReadError('storage', error.message);
      return `${publicBackendUrl || origin}/storage/v1/object/public/${bucket}/${path}`;
    },
    remove: async (bucket, path) => {
      const { error } = await client.storage.from(bucket).remove([path]);
      if (error) throw new ReadError('storage', error.message);
    },
    show: (id, address) => finish(id, { p_stored_url: address }),
    fail: async (id, problem, permanent) => {
      await finish(id, { p_problem: problem, p_permanent: permanent });
    },
  };
}

/** Fetches the photos that imports name for as long as this process runs. */
export function startImportedPhotos(source: Source, log: (line: string) => void): PhotoWorker {
  const worker = new PhotoWorker({ store: photoStore(source), log, origin: source.origin });
  worker.wake();
  setInterval(() => worker.wake(), SWEEP_MS);
  return worker;
}
