import { ask } from '#data/rpc.ts';
import { type KeptCopy, keptCopiesSchema } from './kept-copy.ts';

/** The copies that a client keeps of one request, by its link or account; without a key the caller's own. Throws an AppError. */
export const readKeptCopies = (
  key: { p_token?: string; p_lead?: string } = {},
): Promise<KeptCopy[]> => ask(keptCopiesSchema, 'read_sealed_jobs', key);
