import { ask } from '#data/rpc.ts';
import { z } from '#lib/zod.ts';

const openRequestsSchema = z.object({
  count: z.number().int(),
  requests: z.array(z.object({ reference: z.string(), created_at: z.string() })),
});
const adoptedSchema = z.object({ adopted: z.number().int() });

/** The link of a request that this browser sent proves that it is the caller's too. */
const proof = (token: string | null) => (token ? { p_token: token } : {});

/** Requests with the caller's confirmed address that belong to no account. Throws an AppError. */
export const readOpenRequests = (token: string | null) =>
  ask(openRequestsSchema, 'my_open_requests', proof(token));

/** Makes them the caller's, and gives how many there were. Throws an AppError. */
export async function adoptRequests(token: string | null): Promise<number> {
  return (await ask(adoptedSchema, 'adopt_requests', proof(token))).adopted;
}
