import { ask } from '#data/rpc.ts';
import { needsSchema } from './needs.ts';

/** What needs an admin, in groups with their counts and first rows. Throws an AppError. */
export const readNeeds = (signal?: AbortSignal) =>
  ask(needsSchema, 'admin_needs', undefined, signal);
