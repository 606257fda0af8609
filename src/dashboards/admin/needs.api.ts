import { parseAnswer, unwrap } from '#data/app-error.ts';
import { browserClient } from '#data/browser-client.ts';
import { type AdminNeeds, needsSchema } from './needs.ts';

/** What needs an admin, in groups with their counts and first rows. Throws an AppError. */
export async function readNeeds(signal?: AbortSignal): Promise<AdminNeeds> {
  const client = await browserClient();
  const call = client.rpc('admin_needs');
  return parseAnswer(needsSchema, unwrap(await (signal ? call.abortSignal(signal) : call)));
}
