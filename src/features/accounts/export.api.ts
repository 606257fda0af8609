import { type AppError, toAppError } from '#data/app-error.ts';
import { browserClient } from '#data/browser-client.ts';
import { ask } from '#data/rpc.ts';
import { z } from '#lib/zod.ts';

/** Everything about the caller, each part a list; the parts are the database's. */
const exportSchema = z.looseObject({
  files: z.array(z.looseObject({ bucket: z.string(), path: z.string() })),
});
/** What the database holds about the caller. Throws an AppError. */
export const exportMyData = () => ask(exportSchema, 'export_my_data');

/** A file of the caller's as it was uploaded; null where its bytes are gone. Throws an AppError. */
export async function ownFile(bucket: string, path: string): Promise<Blob | null> {
  const client = await browserClient();
  const { data, error } = await client.storage.from(bucket).download(path);
  if (!error) return data;
  const failure = toAppError(error);
  if (isGone(failure)) return null;
  throw failure;
}

/** Storage answers 400 for what is not there, and says so in its text. */
const isGone = ({ status, message }: AppError) =>
  status === 404 || (status === 400 && /not.?found/i.test(message));
