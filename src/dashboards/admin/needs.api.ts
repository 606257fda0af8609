import { ask } from '#data/rpc.ts';
import { type AdminNeeds, needsSchema } from './needs.ts';

/** What needs an admin, in groups with their counts and first rows. Throws an AppError. */
export async function readNeeds(signal?: AbortSignal): Promise<AdminNeeds> {
  return ask(needsSchema, 'admin_needs', undefined, signal);
}
